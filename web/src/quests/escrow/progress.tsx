import { t } from '@lingui/core/macro'
import { chainName } from '../../service/chain-name.ts'
import { useExplorer } from '../../service/use-explorer.ts'
import { shortAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import { forgetWords, toldSentence } from './sentences.ts'
import type { WalletRun } from './use-wallet-run.ts'

/** The wallet's progress, its transaction where it can be seen, or its error. */
export function Progress({ run: { asks, told, note, error, forget } }: { run: WalletRun }) {
  const words = told && forgetWords[told.state]
  return (
    <>
      {(told || asks || note) && (
        <p role="status" className="text-sm text-muted [overflow-wrap:anywhere]">
          {told ? toldSentence(told.state, told.sent, chainName) : (asks ?? note)}
        </p>
      )}
      {told?.sent.hash && !told.sent.isShared && <Sent chainId={told.sent.chainId} hash={told.sent.hash} />}
      {words && (
        <Button variant="quiet" onClick={forget}>
          {words}
        </Button>
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger [overflow-wrap:anywhere]">
          {error}
        </p>
      )}
    </>
  )
}

function Sent({ chainId, hash }: { chainId: number; hash: string }) {
  const explorer = useExplorer(chainId)
  const transaction = shortAddress(hash)
  const words = t`transaction ${transaction}`
  return (
    <p className="text-sm" title={hash}>
      {explorer === null ? (
        words
      ) : (
        <a href={`${explorer}/tx/${hash}`} className="underline" rel="noreferrer">
          {words}
        </a>
      )}
    </p>
  )
}
