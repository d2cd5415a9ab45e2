import { t } from '@lingui/core/macro'
import { Tag } from './tag.tsx'

/** Skills as people write them; nothing where there are none. */
export function SkillList({ skills }: { skills: readonly string[] }) {
  if (skills.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={t`Skills`}>
      {skills.map(skill => (
        <li key={skill} className="max-w-full overflow-hidden">
          <Tag>
            <bdi>{skill}</bdi>
          </Tag>
        </li>
      ))}
    </ul>
  )
}
