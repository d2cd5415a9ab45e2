import type { Diagnosis, Finding } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SignedIn, useSession } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useConfig } from '../service/use-config.ts'
import { sameAddress } from '../ui/address.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { rows } from '../ui/section.tsx'
import { Loading } from '../ui/states.tsx'
import { When } from '../ui/time.tsx'
import { FindingLine } from './finding-line.tsx'
import { NotForYou } from './not-for-you.tsx'

export function DoctorPage() {
  return (
    <Page title={t`Doctor`} lead={t`How the service is, and all that it depends on.`}>
      <SignedIn reason={t`Sign in with the platform wallet.`}>
        <Practice />
      </SignedIn>
    </Page>
  )
}

function Practice() {
  const { address } = useSession()
  const isPlatform = sameAddress(address, useConfig().platformWallet)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['doctor'],
    queryFn: () => furrow.doctor(),
    enabled: isPlatform,
    refetchOnWindowFocus: false,
  })
  if (!isPlatform) return <NotForYou />
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Looking at everything`} />
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {summaryOf(data)}{' '}
          <Trans>
            Looked at <When at={data.at} />.
          </Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/setup">
            <Trans>Set up</Trans>
          </LinkButton>
          <Button busy={isFetching} onClick={() => refetch()}>
            <Trans>Look again</Trans>
          </Button>
        </div>
      </div>
      <ul className={rows}>
        {data.findings.map(finding => (
          <FindingLine key={`${finding.about} ${finding.says}`} finding={finding} />
        ))}
      </ul>
    </div>
  )
}

function summaryOf({ findings }: Diagnosis): string {
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
  const [wrong, warnings] = [count('wrong'), count('warning')]
  if (wrong > 0) return plural(wrong, { one: 'One thing is wrong.', other: '# things are wrong.' })
  return warnings > 0 ? t`Nothing is wrong; there are warnings.` : t`All is well.`
}
