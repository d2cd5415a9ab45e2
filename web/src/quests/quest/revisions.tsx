import type { Quest, QuestRevision, QuestTerms } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { furrow } from '../../service/furrow.ts'
import { More } from '../../service/more.tsx'
import { formatAmount } from '../../ui/amount.tsx'
import { listOf } from '../../ui/list-of.ts'
import { Section } from '../../ui/section.tsx'
import { When } from '../../ui/time.tsx'
import { needsOf } from './needs-of.ts'

/** The giver's changes since the quest was posted, if there are any. */
export function Revisions({ quest }: { quest: Quest }) {
  const { id, revisions = 0 } = quest
  const list = useInfiniteQuery({
    queryKey: ['quests', id, 'revisions', revisions],
    queryFn: ({ pageParam }) =>
      furrow.quests.revisions(id, { limit: '10', ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    enabled: revisions > 0,
  })
  if (revisions === 0) return null
  return (
    <Section className="grid gap-4">
      <h2 className="text-2xl font-semibold">
        <Trans>What was changed</Trans>
      </h2>
      <ol className="grid gap-4">
        {list.data?.pages
          .flatMap(({ items }) => items)
          .map(revision => (
            <Revision key={revision.number} revision={revision} />
          ))}
      </ol>
      <More list={list}>
        <Trans>Earlier changes</Trans>
      </More>
    </Section>
  )
}

const labels: Record<keyof QuestTerms, string> = {
  title: t`Title`,
  description: t`Description`,
  reward: t`Reward`,
  rewardAmount: t`Amount`,
  rewardToken: t`Token`,
  skills: t`Skills`,
  maxFarmers: t`Farmers`,
  category: t`Category`,
  codehostRepo: t`Repository`,
  codehostIssue: t`Issue`,
  deadline: t`Deadline`,
  admission: t`Places`,
  requires: t`Farmers need`,
  questions: t`Questions to those who apply`,
}
const names = Object.keys(labels) as (keyof QuestTerms)[]
/** The reward's text has these two. */
const told = new Set<keyof QuestTerms>(['rewardAmount', 'rewardToken'])

function Revision({ revision: { at, before, after } }: { revision: QuestRevision }) {
  return (
    <li className="grid gap-1 border-t border-line pt-3 text-sm">
      <p className="text-muted">
        <When at={at} />
      </p>
      {names
        .filter(name => name in after && !told.has(name))
        .map(name => (
          <Change
            key={name}
            label={labels[name]}
            before={textOf(name, before[name])}
            after={textOf(name, after[name])}
          />
        ))}
    </li>
  )
}

/** Text added to a field is shown alone. */
function Change({ label, before, after }: { label: string; before: string; after: string }) {
  const isAdded = before !== '' && after.length > before.length + 1 && after.startsWith(`${before}\n`)
  const added = <bdi>{after.slice(before.length).trim()}</bdi>
  return (
    <div className="[overflow-wrap:anywhere]">
      <span className="font-semibold">{label}</span>{' '}
      {isAdded ? (
        <ins className="whitespace-pre-wrap no-underline">
          <Trans>added: {added}</Trans>
        </ins>
      ) : (
        <>
          <del className="whitespace-pre-wrap text-muted">
            <bdi>{before || t`none`}</bdi>
          </del>{' '}
          <ins className="whitespace-pre-wrap no-underline">
            <bdi>{after || t`none`}</bdi>
          </ins>
        </>
      )}
    </div>
  )
}

const admissions: Readonly<Record<string, string>> = {
  open: t`first come, first served`,
  application: t`by application`,
}

function textOf(name: keyof QuestTerms, value: QuestRevision['after'][keyof QuestTerms]): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && !Array.isArray(value)) return needsOf(value)
  if (name === 'reward') return String(value).replace(/^\d+(\.\d+)?(?= )/, formatAmount)
  if (name === 'admission') return admissions[String(value)] ?? String(value)
  return Array.isArray(value)
    ? listOf(value.map(one => (typeof one === 'string' ? one : one.text)))
    : String(value)
}
