import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AddressLink } from '../service/address-link.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { shortAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { rows } from '../ui/section.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { When } from '../ui/time.tsx'

/** The moderators beside the platform wallet, which names them. */
export function Moderators({ names }: { names: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['moderation', 'moderators'],
    queryFn: () => furrow.moderation.moderators(),
  })
  const remove = useAct((address: string) => furrow.moderation.removeModerator(address), {
    done: t`This address moderates no more.`,
    invalidate: [['moderation']],
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading the moderators`} />
  return (
    <>
      {names && <NameForm />}
      {data.length === 0 && (
        <Empty title={t`Only the platform wallet moderates.`}>
          {names
            ? t`Moderators look at what people report, and hide, freeze or dismiss. Name the first one above, by the address.`
            : t`Moderators look at what people report, and hide, freeze or dismiss. The platform wallet names them.`}
        </Empty>
      )}
      <ul className={rows}>
        {data.map(({ address, namedAt }) => (
          <li key={address} className="py-4 flex flex-wrap items-center justify-between gap-3">
            <span>
              <AddressLink address={address} />{' '}
              <span className="text-sm text-muted">
                <Trans>
                  since <When at={namedAt} />
                </Trans>
              </span>
            </span>
            {names && (
              <ConfirmButton
                variant="danger"
                question={t`This address decides nothing any more. What it did stays in the log.`}
                busy={remove.isPending}
                onConfirm={() => remove.mutate(address)}
              >
                <Trans>Remove</Trans>
                <span className="sr-only"> {shortAddress(address)}</span>
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function NameForm() {
  const [address, setAddress] = useState('')
  const name = useAct(() => furrow.moderation.nameModerator(address.trim()), {
    done: t`This address moderates from now on.`,
    invalidate: [['moderation']],
  })
  const isAddress = /^0x[0-9a-f]{40}$/i.test(address.trim())
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isAddress) name.mutate(undefined, { onSuccess: () => setAddress('') })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field
        label={t`Address of a new moderator`}
        error={address === '' || isAddress ? undefined : t`An address is 0x and 40 digits.`}
      >
        {bound => (
          <Input
            {...bound}
            placeholder="0x"
            value={address}
            onChange={event => setAddress(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={name.isPending}>
          <Trans context="action">Name</Trans>
        </Button>
      </div>
    </form>
  )
}
