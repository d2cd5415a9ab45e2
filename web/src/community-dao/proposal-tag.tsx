import type { Proposal } from '@furrow/sdk'
import { Tag, type Tone } from '../ui/tag.tsx'

const statuses: Record<Proposal['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'slate' },
  accepted: { label: 'Accepted', tone: 'moss' },
  rejected: { label: 'Rejected', tone: 'danger' },
}

export function ProposalTag({ proposal: { status } }: { proposal: Pick<Proposal, 'status'> }) {
  const { label, tone } = statuses[status]
  return <Tag tone={tone}>{label}</Tag>
}
