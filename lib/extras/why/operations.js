'use strict';

/* Names of what V8's builtins and C++ functions do, and the options that take a cause away. */

const MANY_SHAPES = { flags: ['--max-valid-polymorphic-map-count=16'], words: 'with a limit of 16 shapes' };
const INLINED = {
  flags: ['--max-inlined-bytecode-size=5000', '--max-inlined-bytecode-size-cumulative=9000'],
  words: 'with larger limits of inlining',
};
const LARGE_NURSERY = {
  flags: ['--max-semi-space-size=64', '--min-semi-space-size=32'], words: 'with a young generation of 64 MB',
};
const NO_TRACE = { flags: ['--stack-trace-limit=0'], words: 'without stack traces' };

const ALLOCATES = 'allocates memory';
const CALLS_UNKNOWN = 'calls functions that V8 does not know in advance';
const CONVERTS = 'converts an object to a primitive value';
const DICTIONARY = 'uses an object that V8 stores as a dictionary';
const NOT_OPTIMIZED = 'runs or compiles code that is not optimized';
const NATIVE = 'C++ of V8 or Node.js';
const GENERATOR = 'resumes a generator';
const MATCHES = 'matches a regular expression';
const PROXY = 'uses a Proxy';
const SPREAD_OBJECT = 'copies an object with spread';
const SPREAD_ITERABLE = 'spreads an iterable';
const INSTANCE_OF = 'instanceof';
const NEW_CLASS = 'creates a class';
const TELLS_COLLECTOR = 'tells the collector about a written reference';
const READS_PROPERTY = 'reads a property in the general way';
const READS_ELEMENT = 'reads an element or a computed property in the general way';
const WRITES_ELEMENT = 'writes an element or a computed property in the general way';

// [pattern of the name, description, experiment that removes the cause]. The first match counts.
const OPERATIONS = [
  [/ \(bytecode\)$/, NOT_OPTIMIZED],
  [/LoopContinuation$/, 'treats a list in the general way'],
  [/^LoadIC.*Megamorphic|^LoadIC_NoFeedback|^LoadIC$/, 'reads a property of objects of many shapes', MANY_SHAPES],
  [/^LoadIC_Miss/, 'reads a property whose place is not cached'],
  [/Interceptor/, 'reads or writes a property that C++ computes, such as those of process.env'],
  [/CallbackProperty$/, 'reads or writes a property that C++ computes, such as the length of an array'],
  [/SetPrototype(?:Of|$)/, 'changes the prototype of an object'],
  [/^GetProperty|^LookupIterator|Object::GetProperty/, READS_PROPERTY],
  [/^SetProperty|Object::SetProperty/, 'writes a property in the general way'],
  [/^CreateDataProperty/, 'defines a property in the general way'],
  [/^StoreIC|^DefineNamedOwnIC|^SetNamed/, 'writes a property of objects of many shapes', MANY_SHAPES],
  [/^SetKeyed|^SetOwn|^SetDataProperties|^SetProperties/, WRITES_ELEMENT],
  [/^KeyedLoadIC/, READS_ELEMENT, MANY_SHAPES],
  [/^KeyedStoreIC|^DefineKeyedOwn/, WRITES_ELEMENT, MANY_SHAPES],
  [/^LoadGlobalIC|^StoreGlobalIC/, 'reads or writes a global variable in the general way'],
  [/^Call(?:Function)?_|^Call_|^CallWith|^ConstructWith|^Construct/, CALLS_UNKNOWN],
  [/ErrorConstructor|CaptureStackTrace|CaptureSimpleStackTrace|ErrorCaptureStackTrace|ErrorUtils/,
    'creates an error with its stack trace', NO_TRACE],
  [/(?<!No)Throw|Unwind/, 'throws an exception'],
  [/RegExpConstructor|RegExpInitialize|RegExpCompile|CompilationCacheRegExp/, 'creates a regular expression'],
  [/^RegExp|RegExpExec|IrregexpInterpreter/, MATCHES],
  [/DefineClass/, NEW_CLASS],
  [/^(?:Fast)?NewClosure|CreateClosure/, 'creates a function'],
  [/RestArguments/, 'creates the array of a rest parameter'],
  [/Arguments(?!Constructor)/, 'creates an arguments object'],
  [/CreateTypedArray/, 'creates a typed array'],
  [/^Proxy/, PROXY],
  [/^ForIn|EnumCache|KeyAccumulator/, 'enumerates properties with for...in'],
  [/CloneObject|CopyDataProperties|SetOrCopyDataProperties/, SPREAD_OBJECT],
  [/Generator/, GENERATOR],
  [/^Async|Await|PromiseResolve|RunMicrotasks|PromiseReaction|Promise|Microtask/, 'runs promises and microtasks'],
  [/ToPrimitive|OrdinaryToPrimitive|NonPrimitiveToPrimitive/, CONVERTS],
  [/BigInt/, 'computes with BigInts'],
  // Optimized code calls it only for strings that were joined before.
  [/^StringCharCodeAt$/, 'String.charCodeAt, which first flattens (copies) a joined string'],
  [/^StringEqual|^StringLessThan|^StringGreaterThan|^String_?Compare|String::Compare/, 'compares strings'],
  [/^StringToList/, 'makes a list of the characters of a string'],
  [/NumberToString/, 'converts numbers to strings'],
  [/String::ToArrayIndex/, 'converts a string to an index'],
  [/String::ComputeAndSetRawHash/, 'computes the hash of a string'],
  [/^FindOrderedHashMap/, 'looks up a key of a Map'],
  [/^FindOrderedHashSet/, 'looks up a value of a Set'],
  [/^WeakMap(?!Prototype)|^WeakCollection/, 'looks up a key of a WeakMap'],
  [/^StringAdd|^StringConcat|^String_Flatten|Flatten/, 'joins strings'],
  [/InternalizeString|StringTable|^Data::(?:FindEntry|TryStringToIndexOrLookup)/,
    'looks up a string among the known names'],
  [/DeleteProperty/, 'deletes a property'],
  [/^JsonParse|JsonParser|JSONParse/, 'JSON.parse'],
  [/^JsonStringif|JSONStringify/, 'JSON.stringify'],
  [/^IterableToList|^IteratorCollect|SpreadArray|IterableToListWithSymbolLookup|IteratorToList/, SPREAD_ITERABLE],
  [/^GetIterator|^CallIterator|IteratorPrototype/, 'uses an iterator'],
  [/NumberDictionary|SeededNumberDictionary|NameDictionary|halfsiphash|HashTable/, DICTIONARY],
  [/^Runtime_AllocateIn|Allocate\w*In(?:Young|Old)|AllocateRaw|Factory::New/, ALLOCATES, LARGE_NURSERY],
  [/^libc_mem/, 'fills or copies memory'],
  [/GrowFast\w*Elements|GrowArrayElements|CopyElements|EnsureCapacity/, 'grows an array'],
  [/^RecordWrite|WriteBarrier/, TELLS_COLLECTOR],
  [/StackGuard|HandleInterrupt|Compile|OptimizeJob|Deopt|Tier|^Interpreter|^Baseline|Baseline$/, NOT_OPTIMIZED],
  [/^StrictEqual|^Equal|^LessThan|^GreaterThan|^Compare/, 'compares values in the general way'],
  [/^Add|^Subtract|^Multiply|^Divide|^Modulus|^Exponentiate|^Bitwise|^Negate|^Increment|^Decrement/,
    'computes in the general way'],
  [/^InstanceOf|OrdinaryHasInstance/, INSTANCE_OF],
  [/^HasProperty|^(?:Keyed)?HasIC/, 'looks for a property in the general way'],
];

const PROTOTYPE = /^(\w+?)Prototype([A-Z]\w*)$/;
const CONSTRUCTOR = /^(\w+)Constructor(?:_.*)?$/;

// 'ArrayIncludesSmiOrObject' and 'ArrayFilterLoopContinuation' are parts of methods.
const VARIANT = new RegExp(
  '^Array(Includes|IndexOf|Every|Filter|Find(?:Last)?(?:Index)?|ForEach|Map|Reduce(?:Right)?|Some)(?![a-z])');

const INTL = 'NumberFormat|DateTimeFormat|Collator|PluralRules|RelativeTimeFormat|ListFormat|Segmenter|DisplayNames';
const INTL_CONSTRUCTOR = new RegExp(`^(${INTL})Constructor`);
// Their functions are 'NumberFormatPrototypeFormatNumber' and 'NumberFormatInternalFormatNumber'.
const INTL_METHOD = new RegExp(`^(${INTL})(?:Prototype|Internal)([A-Z][a-z]+)`);

const lowered = (word) => word[0].toLowerCase() + word.slice(1);

/** 'Array.prototype.splice' for 'ArrayPrototypeSplice', 'Math.pow' for 'MathPow' */
function builtinWords(name) {
  const madeByIntl = INTL_CONSTRUCTOR.exec(name);
  if (madeByIntl) return `new Intl.${madeByIntl[1]}`;
  const ofIntl = INTL_METHOD.exec(name);
  if (ofIntl) return `Intl.${ofIntl[1]}.prototype.${lowered(ofIntl[2])}`;
  const method = PROTOTYPE.exec(name);
  if (method) return `${method[1]}.prototype.${lowered(method[2])}`;
  const variant = VARIANT.exec(name);
  if (variant) return `Array.prototype.${lowered(variant[1])}`;
  const made = CONSTRUCTOR.exec(name);
  if (made) return `new ${made[1]}`;
  const global = /^Global([A-Z]\w*)$/.exec(name);
  if (global) return lowered(global[1]);
  const found = /^(Array|Object|Reflect|Math|Number|String|Symbol|Map|Set|Date|JSON|Promise)([A-Z]\w*)$/.exec(name);
  if (!found) return name;
  const isMethod = found[1] === 'String' && !/^From|^Raw$/.test(found[2]);
  return `${found[1]}.${isMethod ? 'prototype.' : ''}${lowered(found[2])}`;
}

// Methods of these have descriptions, too.
const DESCRIBED = /^(?:RegExp|Promise|Generator|AsyncGenerator|BigInt)|Iterator|SetPrototypeOf/;

const bareName = (name) => name.replace(/^(?:Builtin_|Runtime_)/, '').replace(/Trampoline/, '')
  .replace(/_WithFeedback$/, '').replace(/(?<=Case|Normalize)Intl$/, '');

/** Whether a builtin is a function of JavaScript, such as ArrayPrototypeShift */
function isOfJavaScript(name) {
  const bare = bareName(name);
  return builtinWords(bare) !== bare;
}

// Builtins do this for lists that are not plain arrays. Some methods do it for all.
const IS_GENERAL = /^(?:reads|writes|defines|deletes) a property|^treats a list/;
const HAS_FAST_WAY = /^Array\.prototype\.(?!flat|concat|copyWithin|join|sort|to|with)/;

/** Whether a method of arrays often works in the general way; inside: words -> { share } */
function treatsAsObject(words, inside, share) {
  const general = [...inside].filter(([one]) => IS_GENERAL.test(one)).reduce((sum, [, one]) => sum + one.share, 0);
  return HAS_FAST_WAY.test(words) && general > share / 4;
}

const PART = /\\.|\[(?:\\.|[^\]])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)|[*+]|\{\d+,\d*\}|[^]/g;
const IS_REPETITION = /^(?:[*+]|\{\d+,\d*\})/;

/** Whether two parts of an alternative match any text, and as much of it as possible */
function matchesAnyTwice(pattern) {
  let count = 0;
  const parts = [...pattern.matchAll(PART)].map(([part]) => part);
  return parts.some((part, i) => {
    if (part === '|') count = 0;
    if (part === '.' && /[*+]/.test(parts[i + 1]) && parts[i + 2] !== '?') count++;
    return count > 1;
  });
}

/** Whether a pattern repeats a group that contains a repetition, such as (a+)+, which may be matched in many ways. */
function repeatsRepetition(pattern) {
  const outer = [];
  let hasRepetition = false;
  for (const { 0: part, index } of pattern.matchAll(PART)) {
    if (part[0] === '(') {
      outer.push(hasRepetition);
      hasRepetition = false;
    } else if (part === ')') {
      const isRepeated = IS_REPETITION.test(pattern.slice(index + 1));
      if (isRepeated && hasRepetition) return true;
      hasRepetition = outer.pop() || hasRepetition || isRepeated;
    } else if (IS_REPETITION.test(part)) {
      hasRepetition = true;
    }
  }
  return false;
}

/** What a builtin or a C++ function does: { words, experiment (or null) } */
function operationOf(name) {
  const bare = bareName(name);
  if (PROTOTYPE.test(bare) && !DESCRIBED.test(bare)) return { words: builtinWords(bare), experiment: null };
  const found = OPERATIONS.find(([pattern]) => pattern.test(bare) || pattern.test(name));
  if (found === undefined) return { words: builtinWords(bare), experiment: null };
  const [, words, experiment = null] = found;
  return { words, experiment };
}

module.exports = {
  ALLOCATES, CALLS_UNKNOWN, CONVERTS, DICTIONARY, GENERATOR, INLINED, INSTANCE_OF, LARGE_NURSERY, MATCHES, NATIVE,
  NEW_CLASS, PROXY, READS_ELEMENT, READS_PROPERTY, SPREAD_ITERABLE, SPREAD_OBJECT, TELLS_COLLECTOR, isOfJavaScript,
  matchesAnyTwice, operationOf, repeatsRepetition, treatsAsObject,
};
