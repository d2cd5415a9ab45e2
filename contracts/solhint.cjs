// The recommended rules, and why some of them are off. The first version stays as it was deployed and is not linted.
module.exports = {
  extends: 'solhint:recommended',
  rules: {
    'compiler-version': ['error', '0.8.37'],
    'func-visibility': ['error', { ignoreConstructors: true }],
    // One author and one contract in each file say nothing.
    'use-natspec': ['error', { title: { enabled: false }, author: { enabled: false } }],
    // The first version's events keep their topics, and amounts are not searched for.
    'gas-indexed-events': 'off',
    // `++i` costs what `i += 1` does under the optimizer, and `x += 1` reads better for a counter.
    'gas-increment-by-one': 'off',
    // `>=` says the intended condition; the 3 gas are not worth an off-by-one.
    'gas-strict-inequalities': 'off',
    // Type strings of EIP-712 are hashed when compiling.
    'gas-small-strings': 'off',
    // Immutables are read from outside under the first version's names: operator, arbiter, reviewWindow.
    'immutable-vars-naming': 'off',
    // EscrowErrors and EscrowEvents hold no functions that somebody could implement.
    'interface-starts-with-i': 'off',
    // A failed permit is ignored: the transfer after it decides.
    'no-empty-blocks': 'off',
    // Only a call in assembly leaves a stranger's answer unread, in Vault and SequencerGrace.
    'no-inline-assembly': 'off',
    // Every function that sends is nonReentrant; the rule knows only the order of lines.
    reentrancy: 'off',
  },
}
