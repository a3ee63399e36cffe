export default { 'first row': () => Math.sqrt(Date.now()) };
