import { work } from 'of-build';

export default { work };
