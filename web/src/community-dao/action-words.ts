import type { DaoSettingsChange, ProposalAction } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { locale } from '../language/i18n.ts'
import { listOf } from '../ui/list-of.ts'
import { percentOf } from '../ui/percent.ts'
import { lengthOf } from '../ui/time.tsx'

/** An action, as a sentence. */
export function actionWords(action: ProposalAction): string {
  if (action.kind === 'change-settings') return `${settingWords(action.settings).join('; ')}.`
  const { address } = action
  if (action.kind === 'remove-member') return t`${address} is no member any more.`
  const { title } = action
  if (action.kind === 'add-member')
    return title === '' ? t`${address} becomes a member.` : t`${address} becomes a member, as ${title}.`
  return title === '' ? t`${address} gets the title of none.` : t`${address} gets the title ${title}.`
}

const proposers = {
  anyone: t`Who may propose: anyone`,
  members: t`Who may propose: members`,
  points: t`Who may propose: anyone with enough points`,
}
const weights = {
  one: t`Votes weigh: one each`,
  points: t`Votes weigh: by the season's points`,
  title: t`Votes weigh: by title`,
}

/** Settings, present or proposed, in words. */
export function settingWords(settings: DaoSettingsChange): string[] {
  const { proposeBy, proposePoints, weights: weighing, titleWeights, quorum, vetoHours } = settings
  const points = proposePoints?.toLocaleString(locale)
  const titles = listOf(titleWeights?.map(({ title, weight }) => `${title} ${weight}`) ?? [])
  const hours = lengthOf(vetoHours ?? 0, 'hour')
  return [
    ...(proposeBy === undefined ? [] : [proposers[proposeBy]]),
    ...(points === undefined ? [] : [t`Points to propose: ${points}`]),
    ...(weighing === undefined ? [] : [weights[weighing]]),
    ...(titles === '' ? [] : [t`Titles weigh: ${titles}`]),
    ...(quorum === undefined ? [] : [t`Quorum: ${percentOf(quorum / 100)}`]),
    ...(vetoHours === undefined ? [] : [t`Time for a veto: ${hours}`]),
  ]
}
