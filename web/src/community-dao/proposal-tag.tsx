import type { Proposal } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Tag, type Tone } from '../ui/tag.tsx'

const statuses: Record<Proposal['status'], { label: string; tone: Tone }> = {
  open: { label: t({ message: 'Open', context: 'status of a proposal' }), tone: 'slate' },
  accepted: { label: t({ message: 'Accepted', context: 'status of a proposal' }), tone: 'moss' },
  rejected: { label: t({ message: 'Rejected', context: 'status of a proposal' }), tone: 'danger' },
}

export function ProposalTag({ proposal: { status } }: { proposal: Pick<Proposal, 'status'> }) {
  const { label, tone } = statuses[status]
  return <Tag tone={tone}>{label}</Tag>
}
