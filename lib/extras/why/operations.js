'use strict';

/* Names of what V8's builtins and C++ functions do, and the options that take a cause away. */

const MANY_SHAPES = { flags: ['--max-valid-polymorphic-map-count=16'], words: 'with a limit of 16 shapes' };
const INLINED = {
  flags: ['--max-inlined-bytecode-size=5000', '--max-inlined-bytecode-size-cumulative=9000'],
  words: 'with larger limits of inlining',
};
const LARGE_NURSERY = { flags: ['--max-semi-space-size=128', '--min-semi-space-size=64'], words: 'with a young generation of 128 MB' };
const NO_TRACE = { flags: ['--stack-trace-limit=0'], words: 'without stack traces' };

// [pattern of the name, words, experiment]: the first that fits.
const OPERATIONS = [
  [/^LoadIC.*Megamorphic|^LoadIC_NoFeedback|^LoadIC$/, 'reads a property of objects of many shapes', MANY_SHAPES],
  [/^StoreIC|^DefineNamedOwnIC|^SetNamed/, 'writes a property of objects of many shapes', MANY_SHAPES],
  [/^KeyedLoadIC/, 'reads an element or a computed property in the general way', MANY_SHAPES],
  [/^KeyedStoreIC|^DefineKeyedOwn/, 'writes an element or a computed property in the general way', MANY_SHAPES],
  [/^LoadGlobalIC|^StoreGlobalIC/, 'reads or writes a global variable in the general way', null],
  [/^Call(?:Function)?_|^Call_|^CallWith|^ConstructWith|^Construct/, 'calls functions that V8 does not know in advance', null],
  [/ErrorConstructor|CaptureStackTrace|CaptureSimpleStackTrace|ErrorCaptureStackTrace|ErrorUtils/, 'creates an error with its stack trace', NO_TRACE],
  [/^Runtime_Throw|Throw|Unwind|ReThrow/, 'throws an exception', null],
  [/^RegExp|RegExpExec|IrregexpInterpreter/, 'matches a regular expression', null],
  [/DefineClass/, 'creates a class', null],
  [/^(?:Fast)?NewClosure|CreateClosure/, 'creates a function', null],
  [/Arguments/, 'creates an arguments object', null],
  [/^Proxy/, 'uses a Proxy', null],
  [/^ForIn|EnumCache|KeyAccumulator/, 'enumerates properties with for...in', null],
  [/CloneObject|CopyDataProperties|SetOrCopyDataProperties/, 'copies an object with spread', null],
  [/Generator/, 'resumes a generator', null],
  [/^Async|Await|PromiseResolve|RunMicrotasks|PromiseReaction|Promise/, 'runs promises and microtasks', null],
  [/ToPrimitive|OrdinaryToPrimitive|NonPrimitiveToPrimitive/, 'converts an object to a primitive value', null],
  [/BigInt/, 'computes with BigInts', null],
  [/^StringAdd|^StringConcat|^String_Flatten|Flatten/, 'joins strings', null],
  [/InternalizeString|StringTable/, 'looks up a string among the known names', null],
  [/DeleteProperty/, 'deletes a property', null],
  [/^JsonParse|JsonParser|JSONParse/, 'JSON.parse', null],
  [/^JsonStringif|JSONStringify/, 'JSON.stringify', null],
  [/^IterableToList|^IteratorCollect|SpreadArray|IterableToListWithSymbolLookup/, 'spreads an iterable', null],
  [/^GetIterator|^CallIterator|IteratorPrototype/, 'uses an iterator', null],
  [/NumberDictionary|SeededNumberDictionary|NameDictionary|halfsiphash|HashTable/, 'uses an object that V8 stores as a dictionary', null],
  [/^Runtime_AllocateIn|AllocateInYoung|AllocateInOld|AllocateRaw|Factory::New/, 'allocates memory', LARGE_NURSERY],
  [/GrowFastElements|GrowArrayElements|CopyElements|EnsureCapacity/, 'grows an array', null],
  [/^RecordWrite|WriteBarrier/, 'tells the collector about a written reference', null],
  [/StackGuard|HandleInterrupt|Compile|Deopt|InterpreterEntry|Tier/, 'runs or compiles code that is not optimized', null],
  [/^Interpreter|^Baseline|Handler$|_Baseline$|Baseline$/, 'runs code that is not optimized', null],
  [/^StrictEqual|^Equal|^LessThan|^GreaterThan|^Compare/, 'compares values in the general way', null],
  [/^Add|^Subtract|^Multiply|^Divide|^Modulus|^Exponentiate|^Bitwise|^Negate|^Increment|^Decrement/, 'computes in the general way', null],
  [/^InstanceOf|OrdinaryHasInstance/, 'instanceof', null],
  [/^TypedArray|^DataView/, null, null],
];

const PROTOTYPE = /^(\w+?)Prototype([A-Z]\w*)$/;
const CONSTRUCTOR = /^(\w+)Constructor(?:_.*)?$/;

const lowered = (word) => word[0].toLowerCase() + word.slice(1);

/** 'Array.prototype.splice' for 'ArrayPrototypeSplice', 'Math.pow' for 'MathPow' */
function builtinWords(name) {
  const method = PROTOTYPE.exec(name);
  if (method) return `${method[1]}.prototype.${lowered(method[2])}`;
  const made = CONSTRUCTOR.exec(name);
  if (made) return `new ${made[1]}`;
  const found = /^(Array|Object|Reflect|Math|Number|String|Symbol|Map|Set|Date|JSON|Promise)([A-Z]\w*)$/.exec(name);
  return found ? `${found[1]}.${lowered(found[2])}` : name;
}

/** What a builtin or a C++ function does: { words, experiment (or null) } */
function operationOf(name) {
  const bare = name.replace(/^(?:Builtin_|Runtime_)/, '').replace(/Trampoline/, '').replace(/_WithFeedback$/, '');
  const found = OPERATIONS.find(([pattern, words]) => words !== null && (pattern.test(bare) || pattern.test(name)));
  if (PROTOTYPE.test(bare) && !(found && /RegExp|Promise|Generator|BigInt|iterator/i.test(bare))) {
    return { words: builtinWords(bare), experiment: null };
  }
  return found ? { words: found[1], experiment: found[2] } : { words: builtinWords(bare), experiment: null };
}

module.exports = { operationOf, INLINED, LARGE_NURSERY };
