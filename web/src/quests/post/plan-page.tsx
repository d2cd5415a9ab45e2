import { t } from '@lingui/core/macro'
import { getRouteApi } from '@tanstack/react-router'
import { SignedIn } from '../../auth/session.tsx'
import { Page } from '../../ui/page.tsx'
import { PlanForm } from './plan-form.tsx'

const route = getRouteApi('/quests/plan')

/** Several quests that follow each other, posted at once. */
export function PlanPage() {
  const { after } = route.useSearch()
  return (
    <Page
      title={t`Post a plan`}
      lead={t`Quests that follow each other: each opens once the one before is paid, for 72 hours to its farmers, then to everybody.`}
    >
      <SignedIn reason={t`Sign in to post a quest.`}>
        <PlanForm key={after ?? 'new'} after={after} />
      </SignedIn>
    </Page>
  )
}
