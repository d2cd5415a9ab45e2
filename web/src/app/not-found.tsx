import { LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="There is nothing at this address.">
        <LinkButton to="/" variant="primary">
          To the quests
        </LinkButton>
      </Empty>
    </Page>
  )
}
