import { useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { listWallets, type Wallet, walletSentence } from '../../auth/wallets.ts'
import { queryClient } from '../../service/query-client.ts'
import type * as EscrowCalls from './escrow-call.ts'

type Run = (
  wallet: Wallet,
  from: string,
  calls: typeof EscrowCalls,
  step: (sentence: string) => void,
) => Promise<void>

/** Runs something with the wallet of the session, and tells how far it is. */
export function useWalletRun(questId: string) {
  const { address, walletId } = useSession()
  const [step, setStep] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  async function run(work: Run) {
    const wallet = listWallets().find(({ id }) => id === walletId)
    setError(null)
    if (wallet === undefined || address === null) {
      setError('The wallet that you signed in with is not here any more. Sign in again.')
      return
    }
    try {
      setStep('Open your wallet.')
      await work(wallet, address, await import('./escrow-call.ts'), setStep)
      await queryClient.invalidateQueries({ queryKey: ['quests', questId] })
    } catch (failure) {
      setError(walletSentence(failure))
    } finally {
      setStep(null)
    }
  }
  return { run, step, error }
}
