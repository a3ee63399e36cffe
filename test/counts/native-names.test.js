'use strict';

const { expect } = require('chai');
const { nativeFunction } = require('../../lib/counts/native-names');

const JSON_VALUE = 'v8::internal::MaybeHandle<v8::internal::Object> v8::internal::JsonParser<unsigned char>::' +
  'ParseJsonValue<false>(v8::internal::Handle<v8::internal::Object>)';
const TREE = 'std::_Rb_tree_iterator<std::pair<int const, v8::internal::Foo*> > std::_Rb_tree<int, ' +
  'std::pair<int const, v8::internal::Foo*>, std::less<int> >::_M_emplace_hint_unique<std::tuple<int const&> >' +
  '(std::tuple<int const&>&&)';

// As they stand in the files of cachegrind and callgrind of Node 18 to 26.
const NAMES = [
  ['???', 'compiled JavaScript', 'compiled'],
  ['Builtins_ArrayTimSort', 'ArrayTimSort', 'builtin'],
  ['Builtins_LdaImmutableCurrentContextSlotHandler', 'LdaImmutableCurrentContextSlot (interpreter)', 'builtin'],
  [JSON_VALUE, 'JsonParser::ParseJsonValue', 'runtime'],
  [`${JSON_VALUE} [clone .isra.0]`, 'JsonParser::ParseJsonValue', 'runtime'],
  [`${JSON_VALUE} [clone .isra.0`, 'JsonParser::ParseJsonValue', 'runtime'],
  ['v8::internal::JsonParser<unsigned char>::JsonParser(v8::internal::Isolate*)', 'JsonParser::JsonParser', 'runtime'],
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
  ['node::(anonymous namespace)::Start(int)', 'node::Start', 'node'],
  [TREE, 'std::_Rb_tree::_M_emplace_hint_unique', 'system'],
  ['std::__detail::_Map_base<long, int>::operator[](long const&)', 'std::__detail::_Map_base::operator[]', 'system'],
  ['operator new(unsigned long)', 'operator new', 'system'],
  ['operator delete(void*, unsigned long)', 'operator delete', 'system'],
  ['bool operator< <int>(int const&, int const&)', 'operator', 'system'],
  ['pthread_rwlock_unlock@@GLIBC_2.34', 'pthread_rwlock_unlock', 'system'],
  ['_IO_file_xsputn@GLIBC_2.2.5', '_IO_file_xsputn', 'system'],
  ['evp_md_ctx_reset_ex.part.19.constprop.21', 'evp_md_ctx_reset_ex', 'system'],
  ['__memset_avx2_unaligned_erms', '__memset_avx2_unaligned_erms', 'system'],
  ['in libstdc++.so.6.0.30', 'libstdc++.so.6.0.30', 'system'],
];

describe('a symbol of the executable', () => {
  for (const [symbol, name, kind] of NAMES) {
    it(`${symbol.slice(0, 60)} is ${name}`, () => {
      expect(nativeFunction(symbol)).to.deep.equal({ name, kind });
    });
  }

  it('is nobody\'s where it writes the log', () => {
    for (const symbol of [
      'v8::internal::Heap::OnMoveEvent(v8::internal::HeapObject, v8::internal::HeapObject, int)',
      'v8::internal::LogFile::MessageBuilder::AppendCharacter(char)',
      'v8::internal::Log::MessageBuilder::AppendString(v8::internal::String, v8::base::Optional<int>)',
    ]) expect(nativeFunction(symbol), symbol).to.equal(null);
  });

  it('is something in any case', () => {
    for (const symbol of ['a<', '>', '(', ' ', 'const', '::', '~', 'x::~x()']) {
      expect(nativeFunction(symbol).name, symbol).to.have.length.above(0);
    }
  });
});
