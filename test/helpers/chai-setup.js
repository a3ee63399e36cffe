'use strict';

/* Failed assertions show whole values: a log of CI may be all that is left of a failure. */

require('chai').config.truncateThreshold = 0;
