'use strict';

const { expect } = require('chai');
const { compareCodes, hotCodeOf: hotCodeIn, readPieces } = require('#lib/extras/why/machine-code');
const { machineCodeLines } = require('#lib/report/kinds/machine-code');
const { AT, listingOf } = require('../helpers/v8-listing');

const hotCodeOf = (log, listing) => hotCodeIn(log, readPieces(listing));

const hex = (offset) => `0x${(AT + offset).toString(16)}  <+0x${offset.toString(16)}>`;
const samplesAt = (...addresses) => ({ samples: addresses.map((codeAddress) => ({ codeAddress })) });

const textsOf = (instructions, size) => hotCodeOf(samplesAt(AT), listingOf('f', AT, instructions, size)).instructions
  .map(({ text }) => text);

describe('the machine code of a test', () => {
  it('has names instead of addresses, and no alignment', () => {
    expect(textsOf([
      [0x0, '488b59f8', 'REX.W movq rbx,[rcx-0x8]'],
      [0x4, '0f853267e41f', 'jnz 0x7f670660d1c0  (CompileLazyDeoptimizedCode)    ;; near builtin entry'],
      [0xa, '48bf81510c0acb140000',
        'REX.W movq rdi,0x14cb0a0c5181    ;; object: 0x14cb0a0c5181 <Map[32](PACKED_ELEMENTS)>'],
      [0x14, '493b65a0', 'REX.W cmpq rsp,[r13-0x60] (external value (StackGuard::address_of_jslimit()))'],
      [0x18, '49397d48', 'REX.W cmpq [r13+0x48] (external value (Heap::NewSpaceAllocationLimitAddress())),rdi'],
      [0x1c, '41807db100', 'cmpb [r13-0x4f] (external value (StackGuard::request(StackGuard::InterruptLevel::kNoH'],
      [0x21, '498bbd38020000', 'REX.W movq rdi,[r13+0x238] (root (heap_number_map))'],
      [0x28, '48b90000000020000000', 'REX.W movq rcx,0x2000000000'],
      [0x32, '48bbf03e520100000000', 'REX.W movq rbx,0x1523ef0'],
      [0x3c, '48bb000000000000f83f', 'REX.W movq rbx,0x3ff8000000000000'],
      [0x46, '48bb00000000ffffffff', 'REX.W movq rbx,0xffffffff00000000'],
      [0x46, 'b801000000', 'movl rax,0x7fffffff'],
      [0x4b, '488945d8', 'REX.W movq [rbp-0x28],rax'],
      [0x4f, '4883ec18', 'REX.W subq rsp,0x18'],
      [0x53, '488b1da2ffffff', 'REX.W movq rbx,[rip+0xffffffa2]'],
      [0x5a, '660f1f840000000000', 'nop'],
      [0x63, 'e8ee37ed1f', 'call 0x7f670669a440  (CEntry_Return1)    ;; near builtin entry'],
      [0x68, 'c20800', 'ret 0x8'],
    ])).to.deep.equal([
      'movq rbx,[rcx-0x8]', 'jnz CompileLazyDeoptimizedCode', 'movq rdi,<Map[32](PACKED_ELEMENTS)>',
      'cmpq rsp,[StackGuard::address_of_jslimit]', 'cmpq [Heap::NewSpaceAllocationLimitAddress],rdi',
      'cmpb [StackGuard::request]', 'movq rdi,[heap_number_map]', 'movq rcx,32', 'movq rbx,address',
      'movq rbx,0x3ff8000000000000', 'movq rbx,-1', 'movl rax,0x7fffffff', 'movq [stack],rax', 'subq rsp,size',
      'movq rbx,[address]', 'call CEntry_Return1', 'ret 0x8',
    ]);
  });

  it('has jumps with directions, or with reasons of deoptimizations', () => {
    expect(textsOf([
      [0x0, '48', 'addl rax,0x1'], [0x10, '0f', `jz ${hex(0x40)}`], [0x20, '0f', `ja ${hex(0x0)}`],
      [0x30, 'e9', `jmp ${hex(0x38)}`], [0x38, 'c3', 'retl'],
      [0x40, '41ff55c8', 'call [r13-0x38]    ;; debug: deopt position, script offset \'7e\'',
        'debug: deopt position, inlining id \'ffffffff\'', 'debug: deopt reason \'wrong map\'', 'debug: deopt index 1'],
    ])).to.deep.equal(['addl rax,0x1', 'jz deoptimize (wrong map)', 'ja back', 'jmp forward', 'retl']);
  });

  it('is the code with most samples, of those the last at its address, with shares by instruction', () => {
    const one = [[0x0, '55', 'push rbp'], [0x1, '90', 'movl rax,0x1'], [0x6, 'c3', 'retl']];
    const other = AT + 0x1000;
    const listing = [
      ...listingOf('old', AT, [[0x0, '50', 'push rax']]), 'a line of the test', ...listingOf('cold', other, one),
      ...listingOf('hot', AT, one), 'another line',
    ];
    const found = hotCodeOf(samplesAt(AT, AT + 3, AT + 5, AT + 6, other, null), listing);
    expect(found).to.deep.equal({
      name: 'hot', count: 3, reason: null, instructions: [
        { text: 'push rbp', share: 0.25 }, { text: 'movl rax,0x1', share: 0.5 }, { text: 'retl', share: 0.25 }],
    });
  });

  it('is missing with a reason without samples in a listing', () => {
    for (const listing of [[], listingOf('f', AT, [[0, 'c3', 'retl']]), listingOf('f', AT, [])]) {
      const found = hotCodeOf(samplesAt(null, AT + 0x5000), listing);
      expect(found.instructions).to.deep.equal([]);
      expect(found.reason).to.match(/^V8 printed no code at the sampled addresses/);
    }
  });

  it('is cut if it is too long', () => {
    const many = Array.from({ length: 3001 }, (_, i) => [i, '50', 'push rax']);
    const { instructions, count } = hotCodeOf(samplesAt(AT), listingOf('f', AT, many, 3001));
    expect([instructions.length, count]).to.deep.equal([3000, 3001]);
  });
});

describe('the comparison of machine code', () => {
  const codeOf = (texts, more) => (
    { name: 'f', instructions: texts.map((text) => ({ text, share: 0 })), count: texts.length, reason: null, ...more });
  const linesOf = (a, b) => compareCodes([codeOf(a), codeOf(b)]).lines
    .map(({ mark, text, count }) => (mark === '@' ? `@ ${count}` : mark + text));

  it('has what only one side has, with three equal lines around it', () => {
    const [start, end] = [['a1', 'a2', 'a3', 'a4', 'a5'], ['z1', 'z2', 'z3', 'z4']];
    expect(linesOf([...start, 'x', 'y', ...end], [...start, 'y', 'call Slow', ...end])).to.deep.equal(
      ['@ 2', '=a3', '=a4', '=a5', '-x', '=y', '+call Slow', '=z1', '=z2', '=z3', '@ 1']);
    expect(linesOf(start, start)).to.deep.equal(['@ 5']);
    expect(linesOf([], ['x'])).to.deep.equal(['+x']);
  });

  it('does not count other registers as a difference, but other objects', () => {
    expect(linesOf(['movq r8,[rcx+0xf]', 'vmulsd xmm0,xmm1,xmm2', 'movl eax,bl'],
      ['movq r11,[rdx+0xf]', 'vmulsd xmm3,xmm1,xmm0', 'movl r9,r8l'])).to.deep.equal(['@ 3']);
    expect(linesOf(['movq r8,<Map[32](r8)>'], ['movq r9,<Map[32](r9)>']))
      .to.deep.equal(['-movq r8,<Map[32](r8)>', '+movq r9,<Map[32](r9)>']);
    expect(linesOf(['movq r8,[rcx+0xf]'], ['movq r8,[rcx+0x17]']))
      .to.deep.equal(['-movq r8,[rcx+0xf]', '+movq r8,[rcx+0x17]']);
  });

  const textOf = (codes) => (
    machineCodeLines({ a: 'fast', b: 'slow', explanation: { machineCode: compareCodes(codes) } }));

  it('is printed with percent of the samples of each side', () => {
    const [one, other] = [codeOf(['push rbp', 'x', 'retl']), codeOf(['push rbp', 'y', 'retl'])];
    one.instructions[1].share = 0.256;
    other.instructions[0].share = 0.004;
    other.instructions[2].share = 1;
    expect(textOf([one, other])).to.deep.equal([
      'machine code: 3 instructions of fast (-), 3 of slow (+)',
      'The numbers are percent of the samples in this code, of each. Registers and the stack are not compared.',
      '           push rbp', '-  26      x', '+          y', '      100  retl',
    ]);
  });

  it('is one line for equal code, and for code that is unknown', () => {
    const same = codeOf(['push rbp', 'retl']);
    expect(textOf([same, same])).to.deep.equal(['machine code: fast and slow execute the same 2 instructions']);
    expect(textOf([same, codeOf([], { reason: 'It is not there' })]))
      .to.deep.equal(['machine code: unknown. It is not there']);
    expect(machineCodeLines({ a: 'a', b: 'b', explanation: null })).to.deep.equal([]);
    expect(machineCodeLines({ a: 'a', b: 'b', explanation: {} })).to.deep.equal([]);
  });

  it('says that it is cut, and that JSON has more lines', () => {
    const cut = { isCut: true };
    const different = (letter) => codeOf(Array.from({ length: 200 }, (_, i) => letter + i), cut);
    const lines = textOf([different('a'), different('b')]);
    expect(lines[2]).to.match(/^The code was cut: 20 MB of the listing of V8 and 3000 instructions are read/);
    expect([lines.length, lines.at(-1)]).to.deep.equal([3 + 250 + 1, '150 lines more, in JSON']);
  });

  it('contains no control characters of names in the code', () => {
    const [line] = textOf([codeOf(['movq rcx,<String[2]: #\u001b[31m>']), codeOf([])]).slice(2);
    expect(line).to.not.include('\u001b');
  });
});
