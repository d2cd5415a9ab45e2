import { FurrowError, type RunningWork } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { forgetTextsOf } from '../auth/kept-text.ts'
import { signerOf } from '../auth/message-signer.ts'
import { useSession } from '../auth/session.tsx'
import { askAccount, listWallets, walletSentence } from '../auth/wallets.ts'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { sameAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loading } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'

/** The deletion of an account, and its effects in plain words. */
export function DeleteAccount({ address }: { address: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trans>Delete my account</Trans>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Delete your account?`}
        description={t`This cannot be undone. Download everything first, if you want to keep it.`}
      >
        {open && <Farewell address={address} />}
      </Dialog>
    </>
  )
}

function Farewell({ address }: { address: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['account'],
    queryFn: () => furrow.account.get(),
    gcTime: 0,
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Looking for what is still under way`} />
  if (data.running.length > 0) return <Running running={data.running} />
  return (
    <div className="grid gap-4 text-sm">
      <p>
        <Trans>
          <strong>What goes:</strong> your profile and its names, your mailbox, files, drafts, comments,
          notes, reviews' words, and the text of quests that nobody took. All your sessions end.
        </Trans>
      </p>
      <p>
        <Trans>
          <strong>What stays:</strong> work and payments that others have a part in, and your points, under a
          made-up name that nobody can trace to you here. Letters that you wrote stay with their readers, from
          that name. Records on a blockchain are not ours to delete, and older backups pass with time.
        </Trans>
      </p>
      <p>
        <Trans>A later sign-in with this wallet begins with an empty account.</Trans>
      </p>
      <Sign address={address} />
    </div>
  )
}

const words: Record<RunningWork['kind'], string> = {
  quest: t`Your quest is not over`,
  place: t`You have work under way`,
  dispute: t`Your work is disputed`,
  application: t`Your application waits`,
  payment: t`A payment is still being looked up`,
  call: t`The contract still has to be told`,
  service: t`This wallet runs the service`,
}

function Running({ running }: { running: readonly RunningWork[] }) {
  return (
    <div className="grid gap-3 text-sm">
      <p>
        <Trans>You can leave when this has ended:</Trans>
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {running.map(({ kind, questId, title }) => {
          const what = words[kind]
          return (
            <li key={`${kind} ${questId}`}>
              {questId === null ? (
                what
              ) : (
                <Trans>
                  {what}:{' '}
                  <Link to="/quests/$id" params={{ id: questId }} className="underline">
                    <bdi>{title}</bdi>
                  </Link>
                </Trans>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Sign({ address }: { address: string }) {
  const { walletId, signOut } = useSession()
  const { say } = useToast()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function leave() {
    const wallet = listWallets().find(({ id }) => id === walletId)
    if (wallet === undefined) return setError(t`Your wallet is not here. Open this page where you signed in.`)
    setBusy(true)
    setError(undefined)
    try {
      const account = await askAccount(wallet)
      if (!sameAddress(account, address)) return setError(t`Your wallet has another account chosen.`)
      await furrow.account.delete(await signerOf(wallet, account))
      forgetTextsOf(address)
      signOut()
      say(t`Your account is deleted. Farewell.`)
    } catch (failure) {
      setError(failure instanceof FurrowError ? sentenceOf(failure) : walletSentence(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="danger" busy={busy} onClick={leave}>
        <Trans>Sign, and delete it for good</Trans>
      </Button>
      {error && (
        <p role="alert" className="font-medium text-danger">
          {error}
        </p>
      )}
    </>
  )
}
