import type { Finding } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Tag, type Tone } from '../ui/tag.tsx'

const labels: Record<Finding['state'], { tone: Tone; label: string }> = {
  fine: { tone: 'moss', label: t({ message: 'Fine', comment: 'Nothing is wrong with it' }) },
  warning: { tone: 'soil', label: t`Warning` },
  wrong: { tone: 'danger', label: t({ message: 'Wrong', comment: 'Something is wrong with it' }) },
}

export function FindingLine({ finding: { about, state, says, mend } }: { finding: Finding }) {
  const { tone, label } = labels[state]
  return (
    <li className="py-4 grid gap-1 [overflow-wrap:anywhere]">
      <div className="flex items-center gap-2">
        <h2 className="text-base font-semibold">{about}</h2>
        <Tag tone={tone}>{label}</Tag>
      </div>
      <p>{says}</p>
      {mend && <p className="text-muted">{mend}</p>}
    </li>
  )
}
