import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SignedIn, useSession } from '../../auth/session.tsx'
import { Failed } from '../../service/failed.tsx'
import { sameAddress } from '../../ui/address.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { questQuery } from '../quest-query.ts'
import { isOver } from '../way/is-over.ts'
import { EditForm } from './edit-form.tsx'

const route = getRouteApi('/quests/$id/edit')

export function EditQuestPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(questQuery(id))
  return (
    <Page title={t`Change the quest`} lead={data && <bdi>{data.title}</bdi>}>
      <SignedIn reason={t`Sign in to change your quest.`}>
        {error && !data && <Failed error={error} retry={refetch} />}
        {!error && !data && <Loading label={t`Loading the quest`} />}
        {data && <OwnQuest quest={data} look={async () => (await refetch()).data ?? data} />}
      </SignedIn>
    </Page>
  )
}

function OwnQuest({ quest, look }: { quest: Quest; look: () => Promise<Quest> }) {
  const { address } = useSession()
  const isOthers = !sameAddress(address, quest.giver)
  if (isOthers || isOver(quest))
    return (
      <Empty
        title={
          isOthers
            ? t`Only its giver can change this quest.`
            : t`This quest is over, and cannot be changed any more.`
        }
      >
        <LinkButton to="/quests/$id" params={{ id: quest.id }}>
          <Trans>To the quest</Trans>
        </LinkButton>
      </Empty>
    )
  return <EditForm key={quest.id} quest={quest} look={look} />
}
