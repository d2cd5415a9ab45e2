import type { Assignment } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import type { Tone } from '../../../ui/tag.tsx'

export const statusWords: Readonly<Record<Assignment['status'], { label: string; tone: Tone }>> = {
  accepted: { label: t`At work`, tone: 'moss' },
  'in-review': { label: t`In review`, tone: 'slate' },
  disputed: { label: t`Disputed`, tone: 'danger' },
  released: { label: t`Released`, tone: 'soil' },
  refunded: { label: t`Refunded`, tone: 'plain' },
  withdrawn: { label: t`Withdrew`, tone: 'plain' },
  expired: { label: t`Expired`, tone: 'plain' },
}
