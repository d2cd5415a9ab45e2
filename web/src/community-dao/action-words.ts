import type { DaoSettingsChange, ProposalAction } from '@furrow/sdk'

/** What an action does, as a sentence. */
export function actionWords(action: ProposalAction): string {
  switch (action.kind) {
    case 'add-member':
      return `${action.address} becomes a member${action.title && `, as ${action.title}`}.`
    case 'remove-member':
      return `${action.address} is no member any more.`
    case 'set-title':
      return `${action.address} gets the title ${action.title || 'of none'}.`
    case 'change-settings':
      return `${settingWords(action.settings).join('; ')}.`
  }
}

const proposers = { anyone: 'anyone', members: 'members', points: 'whoever has enough points' }
const weights = { one: 'one each', points: "by the season's points", title: 'by title' }

/** What settings are, or are to be, in words. */
export function settingWords(settings: DaoSettingsChange): string[] {
  const { proposeBy, proposePoints, weights: weighing, titleWeights, quorum, vetoHours } = settings
  return [
    ...(proposeBy === undefined ? [] : [`Who may propose: ${proposers[proposeBy]}`]),
    ...(proposePoints === undefined ? [] : [`Points to propose: ${proposePoints.toLocaleString()}`]),
    ...(weighing === undefined ? [] : [`Votes weigh: ${weights[weighing]}`]),
    ...(titleWeights === undefined || titleWeights.length === 0
      ? []
      : [`Titles weigh: ${titleWeights.map(({ title, weight }) => `${title} ${weight}`).join(', ')}`]),
    ...(quorum === undefined ? [] : [`Quorum: ${quorum} %`]),
    ...(vetoHours === undefined ? [] : [`Time for a veto: ${vetoHours} hours`]),
  ]
}
