import { judge, type State } from './judge.ts'
import { findSpent, isSameCall, look } from './look.ts'
import type { Node } from './node.ts'
import type { Sent } from './sent.ts'

/** `unseen`: the wallet cannot be asked, or is on another chain; `confirming`: it is in the chain, and the service waits. */
export type Told = Exclude<State, 'done' | 'refused' | 'overtaken'> | 'unseen' | 'confirming'

/** `stopped`: this page no longer looks at it. */
export type Ending = 'done' | 'refused' | 'cancelled' | 'stopped'

type Options = {
  /** null while there is no wallet. */
  readonly node: () => Node | null
  readonly keep: (sent: Sent) => void
  /** The entry as it is kept now: the wallet may have answered another page. */
  readonly reread?: (sent: Sent) => Sent
  readonly tell: (state: Told, sent: Sent) => void
  /** Whether the service knows of it, which takes its confirmations; null where the chain alone decides. */
  readonly isKnown: ((sent: Sent) => Promise<boolean>) | null
  readonly signal: AbortSignal
  readonly everyMs?: number
  readonly now?: () => number
}

/** After so many looks it takes longer than usual, and the looks become rarer. */
const soon = 60

/** How often a replacing transaction is looked for before the owner is asked. */
const mostSearches = 5

/**
 * Follows a sent transaction to its end, through a resend with more gas, a replacement, later signatures of others, and a
 * block that goes away again.
 */
export async function follow(
  first: Sent,
  { node, keep, reread = sent => sent, tell, isKnown, signal, everyMs = 2_000, now = Date.now }: Options,
): Promise<Ending> {
  let sent = first
  let lastKnown = now()
  let searches = 0
  const change = (next: Partial<Sent>) => {
    sent = { ...sent, ...next }
    keep(sent)
  }
  for (let round = 0; !signal.aborted; round++) {
    sent = reread(sent)
    const asked = node()
    const seen = asked && (await look(asked, sent).catch(() => null))
    if (seen?.known) lastKnown = now()
    if (seen && seen.nonce !== null && seen.nonce !== sent.nonce) change({ nonce: seen.nonce })
    // An account whose transactions others send has no numbers of its own, even before its code was seen.
    if (seen?.isCarried && !sent.isShared) change({ isShared: true })
    let state: State | 'unseen' = seen ? judge(sent, seen, now() - lastKnown) : 'unseen'
    if (state === 'refused') return 'refused'
    if (state === 'overtaken') {
      const spent = asked && (await findSpent(asked, sent).catch(() => null))
      if (spent && !isSameCall(spent, sent)) return 'cancelled'
      if (spent) change({ hash: spent.hash })
      else searches++
      // Nodes without a past do not name the replacing transaction; its effect can still be seen.
      if (!spent && seen?.changed) state = 'done'
    }
    if (state === 'overtaken') tell(searches < mostSearches ? 'pending' : 'missing', sent)
    else if (state === 'done' || state === 'unseen') {
      if (state === 'done' && isKnown === null) return 'done'
      if (isKnown !== null && (await isKnown(sent))) return 'done'
      tell(state === 'done' ? 'confirming' : 'unseen', sent)
    } else tell(state, sent)
    await pause(round < soon ? everyMs : 4 * everyMs, signal)
  }
  return 'stopped'
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
