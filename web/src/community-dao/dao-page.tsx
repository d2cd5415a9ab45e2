import type { CommunityDao } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useConfig } from '../service/use-config.ts'
import { sameAddress } from '../ui/address.ts'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { Creator } from './creator.tsx'
import { DelegateCard } from './delegate-card.tsx'
import { Members } from './members.tsx'
import { Proposals } from './proposals.tsx'
import { ProposeButton } from './propose-button.tsx'
import { Rules } from './rules.tsx'
import { Promises, Treasury } from './treasury.tsx'

export function DaoPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['community-dao'],
    queryFn: () => furrow.communityDao.get(),
  })
  return (
    <Page
      title={t`Community DAO`}
      lead={t`Its members, its treasury, and what they propose to do.`}
      actions={<ProposeButton />}
    >
      {data ? (
        <DaoView dao={data} />
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <Loading label={t`Loading the community`} />
      )}
    </Page>
  )
}

function DaoView({ dao }: { dao: CommunityDao }) {
  const { address } = useSession()
  const { genesisCreator } = useConfig()
  const edits = sameAddress(address, genesisCreator)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
      <div className="grid min-w-0 gap-6">
        <Treasury treasury={dao.treasury} edits={edits} />
        <Promises obligations={dao.treasury.obligations} />
        <Proposals proposals={dao.proposals} edits={edits} />
      </div>
      <div className="grid gap-6">
        <Creator creator={dao.genesisCreator} edits={edits} />
        <DelegateCard members={dao.members} />
        <Members members={dao.members} edits={edits} />
        <Rules settings={dao.settings} edits={edits} />
      </div>
    </div>
  )
}
