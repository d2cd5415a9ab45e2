import { t } from '@lingui/core/macro'
import { Card } from '../../ui/card.tsx'
import { MarkdownText } from '../../ui/markdown-text.tsx'
import { Tag } from '../../ui/tag.tsx'

type PreviewProps = { title: string; description: string; skills: readonly string[] }

/** The quest as others will read it. */
export function Preview({ title, description, skills }: PreviewProps) {
  return (
    <Card as="section" className="grid gap-3">
      <h3 dir="auto" className="text-2xl font-semibold">
        {title || t`No title yet`}
      </h3>
      <ul className="flex flex-wrap gap-1.5">
        {skills.map(skill => (
          <li key={skill}>
            <Tag>
              <bdi>{skill}</bdi>
            </Tag>
          </li>
        ))}
      </ul>
      <MarkdownText text={description} />
    </Card>
  )
}
