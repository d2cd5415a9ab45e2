import type { TypedSigner } from '@furrow/sdk'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { signingSentence, typedSignerOf } from '../auth/typed-signer.ts'
import { queryClient } from '../service/query-client.ts'
import { useToast } from '../ui/toast.tsx'

/** Has the wallet sign something, and reports the outcome. */
export function useSigned(done: string) {
  const { address, walletId } = useSession()
  const { say } = useToast()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function sign(act: (signer: TypedSigner) => Promise<unknown>): Promise<void> {
    if (address === null || busy) return
    setBusy(true)
    setError(undefined)
    try {
      await act(await typedSignerOf(walletId, address))
      await queryClient.invalidateQueries({ queryKey: ['community-dao'] })
      say(done)
    } catch (failure) {
      setError(signingSentence(failure))
    } finally {
      setBusy(false)
    }
  }
  return { sign, busy, error }
}
