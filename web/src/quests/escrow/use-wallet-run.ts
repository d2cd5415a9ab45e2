import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { listWallets, WalletProblem, walletSentence } from '../../auth/wallets.ts'
import { queryClient } from '../../service/query-client.ts'
import { type Ending, follow, type Told } from './follow.ts'
import { type Node, nodeOf } from './node.ts'
import type { PaidGas } from './paid-gas.ts'
import { forgetSent, keepSent, readSent, type Sent, sentName } from './sent.ts'
import { endingSentences, noWallet } from './sentences.ts'

/** An action with the wallet; it gives its ending, or throws the wallet's own errors. */
export type Work = (wallet: {
  readonly node: Node
  readonly from: string
  readonly signal: AbortSignal
  readonly keep: (sent: Sent) => void
  readonly forget: () => void
  readonly follow: (sent: Sent) => Promise<Ending>
  readonly tell: (sentence: string) => void
  readonly askForGas: (chainId: number) => Promise<PaidGas | null>
}) => Promise<Ending>

export type WalletRun = ReturnType<typeof useWalletRun>

export type WalletStep = {
  /** The action's name, among those possible with this quest. */
  readonly what: string
  /** Whether the service knows of the last step. */
  readonly isKnown: (sent: Sent) => Promise<boolean>
  /** The data that the action changes, where it is not the quest's. */
  readonly changes?: readonly QueryKey[]
}

/**
 * Runs an action with the wallet of the session. Sent calls are kept on the device, and followed from there when the page is
 * opened again: nothing is asked for twice.
 */
export function useWalletRun({ id }: Pick<Quest, 'id'>, { what, isKnown, changes }: WalletStep) {
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

  /** Another tab may be at a later step: then this gives null, and that tab's entry stays. */
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
      // Only the chain knows of an allowance.
      isKnown: isLast(sent) ? isKnown : null,
      signal,
    })
    if (ending !== 'stopped' && readAgain(sent)) forgetSent(name)
    return ending
  }

  /** A freshly opened page does not make the wallet ask: its owner starts the next step. */
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
      if (ending === 'done') {
        const changed = changes ?? [id, 'due', 'unfunded'].map(one => ['quests', one])
        await Promise.all(changed.map(queryKey => queryClient.invalidateQueries({ queryKey })))
      }
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry depends on its name alone
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
        askForGas: async chainId => (await import('./paid-gas.ts')).askForGas(node, address, chainId),
        tell: sentence => {
          setTold(null)
          setAsks(sentence)
        },
      })
    })
  }

  /** The owner says that the transaction will not happen. */
  function forget(): void {
    forgetSent(name)
    stop()
  }

  return { run, forget, findNode, asks, told, note, error, isBusy: asks !== null || told !== null }
}

function isLast({ step }: Sent): boolean {
  return step !== 'allow' && step !== 'reset' && step !== 'accept'
}
