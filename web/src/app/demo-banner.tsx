import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../auth/session.tsx'
import { publicConfig } from '../service/use-config.ts'

/** On every page of a demo; its people sign in from here. */
export function DemoBanner() {
  const { address, ask, signOut } = useSession()
  const { data: config } = useQuery(publicConfig)
  const people = config?.demo?.people
  useEffect(() => {
    if (people !== undefined)
      void import('../auth/demo-wallets.ts').then(({ announceDemoWallets }) => announceDemoWallets(people))
  }, [people])
  const name = people?.find(one => one.address.toLowerCase() === address?.toLowerCase())?.name
  return (
    <aside
      aria-label={t`Demo`}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-slate-soft px-4 py-2 text-center text-sm"
    >
      <span>
        <Trans>This is a demo: its people are made up, and nothing is sent anywhere.</Trans>{' '}
        {name !== undefined && <Trans>You are {name}.</Trans>}
      </span>
      <button
        type="button"
        className="font-semibold underline underline-offset-4"
        onClick={address === null ? ask : signOut}
      >
        {address === null ? <Trans>Sign in as one of them</Trans> : <Trans>Be somebody else</Trans>}
      </button>
    </aside>
  )
}
