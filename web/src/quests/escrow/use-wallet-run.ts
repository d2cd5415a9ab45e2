import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { listWallets, WalletProblem, walletSentence } from '../../auth/wallets.ts'
import { queryClient } from '../../service/query-client.ts'
import { type Ending, follow, type Told } from './follow.ts'
import { type Node, nodeOf } from './node.ts'
import { forgetSent, keepSent, readSent, type Sent, sentName } from './sent.ts'
import { endingSentences, noWallet } from './sentences.ts'

/** What somebody does with the wallet; it gives how it ended, or throws what the wallet throws. */
export type Work = (wallet: {
  readonly node: Node
  readonly from: string
  readonly signal: AbortSignal
  readonly keep: (sent: Sent) => void
  readonly forget: () => void
  readonly follow: (sent: Sent) => Promise<Ending>
  readonly tell: (sentence: string) => void
}) => Promise<Ending>

export type WalletRun = ReturnType<typeof useWalletRun>

type Options = {
  /** Which of the things that can be done with this quest it is. */
  readonly what: string
  /** Whether the service knows of the last step. */
  readonly isKnown: (sent: Sent) => Promise<boolean>
}

/**
 * Runs something with the wallet of the session. What was sent is kept on the device, and followed from there when the page is
 * opened again: nothing is asked for twice.
 */
export function useWalletRun({ id }: Quest, { what, isKnown }: Options) {
  const { address, walletId } = useSession()
  const [asks, setAsks] = useState<string | null>(null)
  const [told, setTold] = useState<{ state: Told; sent: Sent } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const name = sentName(id, what, address)

  function findNode(): Node | null {
    const wallet = listWallets().find(wallet => wallet.id === walletId)
    return wallet ? nodeOf(wallet) : null
  }

  const keep = (sent: Sent) => keepSent(name, sent)

  /** Another tab may be at a later step: then it is null, and what is kept of that one stays. */
  function readAgain(sent: Sent): Sent | null {
    const kept = readSent(name)
    return kept?.at === sent.at ? kept : null
  }

  async function attend(sent: Sent, signal: AbortSignal): Promise<Ending> {
    setAsks(null)
    setTold({ state: 'pending', sent })
    const ending = await follow(sent, {
      node: findNode,
      keep: sent => readAgain(sent) && keep(sent),
      reread: sent => readAgain(sent) ?? sent,
      tell: (state, sent) => setTold({ state, sent }),
      // That something is allowed only the chain knows.
      isKnown: isLast(sent) ? isKnown : null,
      signal,
    })
    if (ending !== 'stopped' && readAgain(sent)) forgetSent(name)
    return ending
  }

  /** Nobody who opens a page expects his wallet to ask for more: the next step is his. */
  async function resume(sent: Sent, signal: AbortSignal): Promise<Ending> {
    const ending = await attend(sent, signal)
    if (ending === 'done' && !isLast(sent)) setNote(t`That step is done. Pay in to go on with what is left.`)
    return ending
  }

  async function occupy(work: (signal: AbortSignal) => Promise<Ending>): Promise<void> {
    // Two taps before the button knows are one.
    if (running.current) return
    const own = new AbortController()
    running.current = own
    setError(null)
    setNote(null)
    try {
      const ending = await work(own.signal)
      if (ending === 'refused' || ending === 'cancelled') setError(endingSentences[ending])
      if (ending === 'done') await queryClient.invalidateQueries({ queryKey: ['quests', id] })
    } catch (failure) {
      setError(walletSentence(failure))
    } finally {
      if (running.current === own) stop()
    }
  }

  function stop(): void {
    running.current?.abort()
    running.current = null
    setAsks(null)
    setTold(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent goes by its name alone
  useEffect(() => {
    const sent = readSent(name)
    if (sent !== null) void occupy(signal => resume(sent, signal))
    return stop
  }, [name])

  function run(work: Work): Promise<void> {
    return occupy(async signal => {
      // Another tab may have sent it.
      const sent = readSent(name)
      if (sent !== null) return resume(sent, signal)
      const node = findNode()
      if (node === null || address === null) throw new WalletProblem(noWallet)
      setAsks(t`Open your wallet.`)
      return work({
        node,
        from: address,
        signal,
        keep,
        forget: () => forgetSent(name),
        follow: sent => attend(sent, signal),
        tell: sentence => {
          setTold(null)
          setAsks(sentence)
        },
      })
    })
  }

  /** The owner says that nothing comes of it. */
  function forget(): void {
    forgetSent(name)
    stop()
  }

  return { run, forget, findNode, asks, told, note, error, isBusy: asks !== null || told !== null }
}

function isLast({ step }: Sent): boolean {
  return step !== 'allow' && step !== 'reset'
}
