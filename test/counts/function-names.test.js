'use strict';

const { expect } = require('chai');
const { describeSymbol, readCodeMap } = require('#lib/extras/counts/function-names');

const OWN = '/lib/qtimeit/lib';
const UNKNOWN = 'unknown compiled code';

const at = (lines, address, own = OWN) => readCodeMap(`${lines.join('\n')}\n`, own)(address);
const js = (start, name, { size = 100, key = '0xaa', tier = '*', type = 'JS' } = {}) =>
  `code-creation,${type},10,5858,${start},${size},${name},${key},${tier}`;

describe('the map of code that V8 has compiled', () => {
  it('has functions by their name, place and tier', () => {
    const name = 'parse /home/me/json.js:12:15';
    for (const [tier, text, type] of [
      ['*', 'optimized', 'LazyCompile'], ['^', 'baseline'], ['+', 'maglev'], ['*\'', 'optimized'], ['+\'', 'maglev'],
    ]) expect(at([js('0x1000', name, { tier, type })], 0x1010).name).to.equal(`parse json.js:12 (${text})`);
  });

  for (const [what, text, name, kind] of [
    ['without a name', ' /a/b.js:6:53', '(anonymous) b.js:6 (optimized)', 'compiled'],
    ['of a module', 'sum file:///a/b.mjs:3:1', 'sum b.mjs:3 (optimized)', 'compiled'],
    ['in a folder with blanks, colons and commas', 'go /a b/c:1\\x2Cd/e.js:3:1', 'go e.js:3 (optimized)', 'compiled'],
    ['of Windows', 'go C:\\\\a\\\\e.js:3:1', 'go e.js:3 (optimized)', 'compiled'],
    ['of no file', 'go :1:48', 'go (optimized)', 'compiled'],
    ['of Node itself', 'resolve node:internal/path:1217:10', 'resolve node:internal/path:1217', 'node'],
    ['of what calls tests', `prepare ${OWN}/measure/inputs.js:30:3`, 'the loop around the test', 'loop'],
    ['without any place', 'wasm-to-js', 'wasm-to-js (optimized)', 'compiled'],
  ]) {
    it(`has a function ${what}`, () => expect(at([js('0x1000', text)], 0x1000)).to.deep.equal({ name, kind }));
  }

  const LOOP = 'the loop around the test';
  const PRIVATE = 'script-source,83,,/* private loop 7 */ const f = fn; return { run(n) {} };';
  const interpretedLoop = (start, key) => [
    PRIVATE, js(start, 'run :1:48', { key, tier: '~' }), `code-source-info,${start},83,47,91,C0O66,,`];
  const inlining = (key) => [
    ...interpretedLoop('0x9000', '0xb1'), js('0x1000', 'main /a.js:1:1'),
    `code-source-info,0x1000,3,1,2,C0O1I0,F0O1,S${key}`];
  for (const [what, lines, names] of [
    ['the private loop by its text', [
      ...interpretedLoop('0x2000', '0xbb'), js('0x1000', 'run :1:48', { key: '0xbb' }),
      'code-source-info,0x1000,83,47,91,C0O47,,S',
    ], { 0x1000: LOOP }],
    ['no private loop without positions', [PRIVATE, js('0x1000', 'run :1:48')], { 0x1000: 'run (optimized)' }],
    ['functions that were inlined', [
      PRIVATE, js('0x9000', 'body /a.js:6:14', { key: '0xb1', tier: '~' }),
      js('0xa000', 'parse /a.js:3:1', { key: '0xb2' }), js('0x1000', 'run :1:48', { key: '0xbb' }),
      'code-source-info,0x1000,83,47,91,C0O47C16O83I0C32O181I1C48O90C64O3I7,F0O83F1O171I0,S0xb1S0xb2',
    ], {
      0x1000: LOOP, 0x100f: LOOP, 0x1010: 'body a.js:6 (optimized)', 0x101f: 'body a.js:6 (optimized)',
      0x1020: 'parse a.js:3 (optimized)', 0x102f: 'parse a.js:3 (optimized)', 0x1030: LOOP, 0x1063: LOOP,
    }],
    ['the loop also if it was inlined', inlining('0xb1'), { 0x1000: LOOP }],
    ['unknown inlined functions in the function around them', inlining('0xdead'),
      { 0x1000: 'main a.js:1 (optimized)' }],
    ['functions that are moved', [
      js('0x9000', 'body /a.js:6:14', { key: '0xb1', tier: '~' }), 'sfi-move,0xb1,0xb9',
      js('0x1000', 'outer /a.js:1:1'), 'code-source-info,0x1000,3,1,2,C0O1I0,F0O1,S0xb9',
      'code-move,0x1000,0x5000', 'code-move,0x77,0x88',
    ], { 0x5004: 'body a.js:6 (optimized)' }],
    // What was overwritten in part is gone.
    ['the latest code at each address', [
      js('0x1000', 'a /x.js:1:1', { size: 0x80 }), js('0x1080', 'b /x.js:2:1', { size: 0x80 }),
      js('0x1040', 'c /x.js:3:1', { size: 0x20 }),
    ], {
      0x1000: UNKNOWN, 0x1040: 'c x.js:3 (optimized)', 0x105f: 'c x.js:3 (optimized)', 0x1060: UNKNOWN,
      0x1080: 'b x.js:2 (optimized)', 0x10ff: 'b x.js:2 (optimized)', 0x1100: UNKNOWN,
    }],
  ]) {
    it(`has ${what}`, () => {
      const found = Object.keys(names).map((address) => [address, at(lines, Number(address)).name]);
      expect(Object.fromEntries(found)).to.deep.equal(names);
    });
  }

  it('has regular expressions, builtins and unknown code', () => {
    const lines = ['code-creation,RegExp,3,34,0x1000,100,(\\\\d+)\\x2C\\u00e9',
      'code-creation,Builtin,2,34,0x2000,100,ArrayMap', 'code-creation,BytecodeHandler,2,34,0x3000,100,LdaZero'];
    for (const [address, name, kind] of [
      [0x1000, 'regular expression /(\\d+),é/', 'compiled'], [0x2000, 'ArrayMap', 'builtin'],
      [0x3000, 'LdaZero', 'builtin'], [0x4000, UNKNOWN, 'compiled'],
    ]) expect(at(lines, address)).to.deep.equal({ name, kind });
  });

  it('reads a log that was cut off, or is not a log', () => {
    for (const text of ['', 'garbage\ncode-creation', 'code-source-info,0x10,1,2', 'code-creation,JS,10', 'sfi-move']) {
      expect(readCodeMap(text, OWN)(0x10)).to.deep.equal({ name: UNKNOWN, kind: 'compiled' });
    }
    const lines = [js('0x1000', 'a /x.js:1:1'), 'code-source-info,0x1000,3'];
    expect(at(lines, 0x1000).name).to.equal('a x.js:1 (optimized)');
  });
});

const JSON_VALUE = 'v8::internal::MaybeHandle<v8::internal::Object> v8::internal::JsonParser<unsigned char>::' +
  'ParseJsonValue<false>(v8::internal::Handle<v8::internal::Object>)';
const TREE = 'std::_Rb_tree_iterator<std::pair<int const, v8::internal::Foo*> > std::_Rb_tree<int, ' +
  'std::pair<int const, v8::internal::Foo*>, std::less<int> >::_M_emplace_hint_unique<std::tuple<int const&> >' +
  '(std::tuple<int const&>&&)';

// From files of cachegrind and callgrind for Node 18 to 26.
const NAMES = [
  ['???', 'compiled JavaScript', 'compiled'],
  ['Builtins_ArrayTimSort', 'ArrayTimSort', 'builtin'],
  ['Builtins_LdaImmutableCurrentContextSlotHandler', 'LdaImmutableCurrentContextSlot (interpreter)', 'builtin'],
  [JSON_VALUE, 'JsonParser::ParseJsonValue', 'runtime'],
  [`${JSON_VALUE} [clone .isra.0`, 'JsonParser::ParseJsonValue', 'runtime'],
  ['v8::internal::HandleScope::operator=(v8::internal::HandleScope&&)', 'HandleScope::operator=', 'runtime'],
  ['v8::internal::LookupIterator::NotFound(v8::internal::JSReceiver) const', 'LookupIterator::NotFound', 'runtime'],
  ['v8::base::FastDtoa(double, v8::base::FastDtoaMode, int)', 'v8::base::FastDtoa', 'runtime'],
  ['heap::base::SlotCallbackResult v8::internal::Scavenger::ScavengeObject<v8::internal::Slot>(v8::internal::Slot)',
    'Scavenger::ScavengeObject', 'collector'],
  ['void v8::internal::BodyDescriptorBase::IteratePointers<v8::internal::ScavengeVisitor>(v8::internal::HeapObject)',
    'BodyDescriptorBase::IteratePointers', 'collector'],
  ['v8::internal::(anonymous namespace)::IterateObjectCache(v8::internal::Isolate*, v8::internal::Root)',
    'IterateObjectCache', 'collector'],
  ['v8::internal::Heap::PerformGarbageCollection(v8::internal::GarbageCollector, char const*)',
    'Heap::PerformGarbageCollection', 'collector'],
  ['heap::base::Worklist<std::pair<v8::internal::HeapObject, int>, (unsigned short)256>::Local::PublishPushSegment()',
    'heap::base::Worklist::Local::PublishPushSegment', 'collector'],
  ['v8::internal::Factory::Copy(v8::internal::Scavenger*)', 'Factory::Copy', 'runtime'],
  ['v8::internal::LocalHeap::AddGCEpilogueCallback(void (*)(void*), void*)', 'LocalHeap::AddGCEpilogueCallback',
    'runtime'],
  ['v8::internal::JSRegExp::MarkedForTierUp()', 'JSRegExp::MarkedForTierUp', 'runtime'],
  ['v8::internal::compiler::(anonymous namespace)::MarkingVisitor::Reduce(v8::internal::compiler::Node*)',
    'compiler::MarkingVisitor::Reduce', 'runtime'],
  ['v8::internal::compiler::LinearScanAllocator::Update(int)::$_0::operator()(int) const',
    'compiler::LinearScanAllocator::Update::lambda', 'runtime'],
  ['v8::internal::Foo::Bar(int)::{lambda(int)#1}::operator()(int) const', 'Foo::Bar::lambda', 'runtime'],
  ['node::Environment::RunTimers(uv_timer_s*)', 'node::Environment::RunTimers', 'node'],
  [TREE, 'std::_Rb_tree::_M_emplace_hint_unique', 'system'],
  ['std::__detail::_Map_base<long, int>::operator[](long const&)', 'std::__detail::_Map_base::operator[]', 'system'],
  ['operator new(unsigned long)', 'operator new', 'system'],
  ['bool operator< <int>(int const&, int const&)', 'operator', 'system'],
  ['pthread_rwlock_unlock@@GLIBC_2.34', 'pthread_rwlock_unlock', 'system'],
  ['_IO_file_xsputn@GLIBC_2.2.5', '_IO_file_xsputn', 'system'],
  ['evp_md_ctx_reset_ex.part.19.constprop.21', 'evp_md_ctx_reset_ex', 'system'],
  ['in libstdc++.so.6.0.30', 'libstdc++.so.6.0.30', 'system'],
];

describe('a symbol of the executable', () => {
  it('has a short name and a kind', () => {
    for (const [symbol, name, kind] of NAMES) expect(describeSymbol(symbol), symbol).to.deep.equal({ name, kind });
  });

  it('is null for the log itself', () => {
    for (const symbol of [
      'v8::internal::Heap::OnMoveEvent(v8::internal::HeapObject, v8::internal::HeapObject, int)',
      'v8::internal::LogFile::MessageBuilder::AppendCharacter(char)',
    ]) expect(describeSymbol(symbol), symbol).to.equal(null);
  });
});
