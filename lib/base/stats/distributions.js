'use strict';

/* Distribution functions, each checked against reference values of 50 digits to 1e-9 or better. */

const { abs, log, log1p, exp, expm1, sin, sqrt, min, PI } = Math;

// Lanczos' approximation with g = 7 and nine terms: 2e-15 relative.
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** ln Γ(x) for x > 0; below 1/2 by the reflection formula. */
function lnGamma(x) {
  if (x < 0.5) return log(PI / sin(PI * x)) - lnGamma(1 - x);
  let sum = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i] / (x - 1 + i);
  const t = x + 6.5;
  return 0.5 * log(2 * PI) + (x - 0.5) * log(t) - t + log(sum);
}

/** ln B(a, b). At b = 1/2 and a = 5e5 a difference of gammas loses ten digits, so Stirling's series is used. */
function lnBeta(a, b) {
  if (b !== 0.5 || a < 50) return lnGamma(a) + lnGamma(b) - lnGamma(a + b);
  const u = 1 / a;
  const series = log1p(u * (-1 / 8 + u * (1 / 128 + u * (5 / 1024 - u * 21 / 32768))));
  return lnGamma(0.5) - 0.5 * log(a) - series;
}

/** Continued fraction of the incomplete beta function, by Lentz' method. */
function betaFraction(a, b, x) {
  const tiny = 1e-300;
  const guard = (value) => (abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / guard(1 - (a + b) * x / (a + 1));
  let h = d;
  for (let m = 1; m <= 10000; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    h *= d * c;
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    h *= d * c;
    if (abs(d * c - 1) < 1e-16) break;
  }
  return h;
}

/** Regularised incomplete beta function I_x(a, b). The caller can pass y = 1 - x with more digits. */
function incompleteBeta(x, a, b, y = 1 - x) {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const front = exp(a * log(x) + b * log(y) - (a >= b ? lnBeta(a, b) : lnBeta(b, a)));
  if (x < (a + 1) / (a + b + 2)) return front * betaFraction(a, b, x) / a;
  return 1 - front * betaFraction(b, a, y) / b;
}

/** P(|T| >= |t|) of Student's t: the tail itself, so that small probabilities keep their digits. */
function tTwoSidedP(t, df) {
  const square = t * t;
  return incompleteBeta(df / (df + square), df / 2, 0.5, square / (df + square));
}

/** The least positive number that is beyond a limit, by bisection. `start` is a guess; all larger ones are beyond. */
function leastBeyond(isBeyond, start) {
  let low = 0;
  let high = start;
  while (!isBeyond(high) && high < 1e300) {
    low = high;
    high *= 2;
  }
  for (let i = 0; i < 200 && high - low > 1e-15 * high; i++) {
    const middle = (low + high) / 2;
    if (isBeyond(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Start value for tOfTail(): the normal quantile by Hastings (1955), adjusted to df by Wallace (1959). */
function nearTOfTail(tail, df) {
  const w = sqrt(-2 * log(tail / 2));
  const z = w - (2.515517 + w * (0.802853 + w * 0.010328)) / (1 + w * (1.432788 + w * (0.189269 + w * 0.001308)));
  const scaled = z * (8 * df + 3) / (8 * df + 1);
  return sqrt(df * expm1(scaled * scaled / df));
}

/** The t with P(|T| >= t) = tail: Halley's method on ln P over ln t, two or three steps. Bisection takes 28 us. */
function tOfTail(tail, df) {
  const lnDensity = -lnBeta(df / 2, 0.5) - log(df) / 2;
  let t = nearTOfTail(tail, df);
  for (let i = 0; i < 20; i++) {
    const p = tTwoSidedP(t, df);
    const hazard = 2 * t * exp(lnDensity - (df + 1) / 2 * log1p(t * t / df)) / p; // -d ln P / d ln t
    const newton = log(p / tail) / hazard;
    const curvature = 1 + hazard - (df + 1) * t * t / (df + t * t); // d ln(hazard) / d ln t
    const step = newton / (1 + newton * curvature / 2);
    t *= exp(step);
    if (!(t > 0 && t < 1e300)) break;
    if (abs(step) < 1e-5) return t;
  }
  return leastBeyond((far) => !(tTwoSidedP(far, df) > tail), 1);
}

function tQuantile(p, df) {
  if (p === 0.5) return 0;
  const tail = 2 * min(p, 1 - p);
  const t = tOfTail(tail, df);
  return p < 0.5 ? -t : t;
}

/** The t with P(|T| <= t) = confidence. */
const tWithin = (confidence, df) => tQuantile(1 - (1 - confidence) / 2, df);

const NORMAL_DF = 1e6; // practically a normal distribution. With more, lnBeta() loses digits.

/** P(|Z| >= z) for z >= 0: the series of the middle below 3, Laplace's continued fraction beyond. */
function normalTwoSidedP(z) {
  const density = exp(-z * z / 2) * sqrt(2 / PI);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let k = 3; term > 1e-17 * sum; k += 2) {
      term *= z * z / k;
      sum += term;
    }
    return 1 - density * sum;
  }
  let fraction = z;
  for (let k = 100; k > 0; k--) fraction = z + k / fraction;
  return density / fraction;
}

const lnChoose = (n, k) => lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1);

module.exports = {
  lnGamma, incompleteBeta, leastBeyond, tTwoSidedP, tQuantile, tWithin, normalTwoSidedP, lnChoose, NORMAL_DF,
};
