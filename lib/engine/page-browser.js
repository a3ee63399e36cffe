'use strict';

/* Which browser a page is in, as that tells it. */

const KINDS = [
  { name: 'firefox', pattern: /\bFirefox\/([\d.]+)/ },
  { name: 'chromium', pattern: /\b(?:Chrome|Chromium|HeadlessChrome)\/([\d.]+)/ },
  { name: 'webkit', pattern: /\bVersion\/([\d.]+).*\bSafari\// },
  { name: 'webkit', pattern: /\bAppleWebKit\/([\d.]+)/ },
];

/**
 * @param {{ userAgent: string, userAgentData: object }} navigator
 * @returns {{ name: string, version: string|null }} name: 'chromium', 'firefox', 'webkit', or 'browser' for another
 */
function browserOf({ userAgent = '', userAgentData = null }) {
  const brands = userAgentData && userAgentData.brands || [];
  const chromium = brands.find(({ brand }) => brand === 'Chromium');
  for (const { name, pattern } of KINDS) {
    const [, version] = pattern.exec(userAgent) || [];
    if (version !== undefined) return { name, version };
  }
  if (chromium) return { name: 'chromium', version: chromium.version };
  return { name: 'browser', version: null };
}

module.exports = { browserOf };
