/**
 * The fate of bytes that were sent: `known` if the node has them, or a better paid transaction with their nonce, or mined
 * that nonce; `underpriced` if it refused them for their fee, so that nobody has them.
 */
export type SendOutcome = 'sent' | 'known' | 'underpriced'

/** In the words of geth, reth and anvil, Erigon, Nethermind (also its older ones) and Besu. */
const known = [
  /already (known|imported)|alreadyknown/i,
  /\bknown transaction/i,
  /existing txn? with same hash/i,
  /nonce too low|oldnonce/i,
  /replacement transaction underpriced|replacementnotallowed/i,
  /could not replace existing tx/i,
  /replaced by transaction with higher tip/i,
]
const underpriced = [
  /underpriced/i,
  /fee ?too ?low/i,
  /(max )?fee( cap| per gas) less than (block )?base fee/i,
  /gas price below/i,
]

/** Reads a node's refusal; null if it is about something else. */
export function readRefusal(message: string): Exclude<SendOutcome, 'sent'> | null {
  if (known.some(words => words.test(message))) return 'known'
  return underpriced.some(words => words.test(message)) ? 'underpriced' : null
}
