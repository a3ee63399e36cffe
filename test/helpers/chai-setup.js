'use strict';

/* Failed assertions show long values: a log of CI may be all that is left of a failure. */

require('chai').config.truncateThreshold = 2000;
