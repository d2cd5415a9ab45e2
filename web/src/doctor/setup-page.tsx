import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SignedIn, useSession } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { useConfig } from '../service/use-config.ts'
import { sameAddress } from '../ui/address.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { rows } from '../ui/section.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { FindingLine } from './finding-line.tsx'
import { HostCard } from './host-card.tsx'
import { NotForYou } from './not-for-you.tsx'

const route = getRouteApi('/setup')

/** The operator's first page: what is to be mended, and the connection to the code host. GitHub leads back here. */
export function SetupPage() {
  return (
    <Page title={t`Set up`} lead={t`The open points of this service, and its connection to the code host.`}>
      <SignedIn reason={t`Sign in with the platform wallet.`}>
        <Steps />
      </SignedIn>
    </Page>
  )
}

function Steps() {
  const { address } = useSession()
  const isPlatform = sameAddress(address, useConfig().platformWallet)
  const back: { code?: string; state?: string } = route.useSearch()
  if (!isPlatform) return <NotForYou />
  return back.code && back.state ? <Connecting code={back.code} state={back.state} /> : <Setup />
}

/** The second half of the way to GitHub and back. */
function Connecting({ code, state }: { code: string; state: string }) {
  const navigate = route.useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const begun = useRef(false)
  useEffect(() => {
    // A code counts once.
    if (begun.current) return
    begun.current = true
    furrow.setup
      .connect({ code, state })
      .then(() =>
        Promise.all([['setup'], ['config']].map(queryKey => queryClient.invalidateQueries({ queryKey }))),
      )
      .then(
        () => navigate({ to: '/setup', search: {}, replace: true }),
        error => setProblem(sentenceOf(error)),
      )
  }, [code, state, navigate])

  if (problem === null) return <Loading label={t`Connecting GitHub`} rows={1} />
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{problem}</p>
      <Button onClick={() => navigate({ to: '/setup', search: {}, replace: true })}>
        <Trans>Begin again</Trans>
      </Button>
    </div>
  )
}

function Setup() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['setup'],
    queryFn: () => furrow.setup.get(),
    refetchOnWindowFocus: false,
  })
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Looking at everything`} />
  const open = data.findings.filter(({ state }) => state !== 'fine')
  return (
    <div className="grid gap-6">
      <HostCard host={data.codehost} />
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl font-semibold">
            <Trans>To be mended</Trans>
          </h2>
          <Button busy={isFetching} onClick={() => refetch()}>
            <Trans>Look again</Trans>
          </Button>
        </div>
        {open.length === 0 && (
          <Empty title={t`The doctor finds nothing to mend.`}>
            <p className="mb-4">
              <Trans>
                Settings, database, code host, chains and channels are looked at; what is wrong stands here
                with how to mend it. The doctor's page has all findings, the good ones too.
              </Trans>
            </p>
            <LinkButton to="/doctor">
              <Trans>Doctor</Trans>
            </LinkButton>
          </Empty>
        )}
        <ul className={rows}>
          {open.map(finding => (
            <FindingLine key={`${finding.about} ${finding.says}`} finding={finding} />
          ))}
        </ul>
      </section>
    </div>
  )
}
