import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { createPreview, type Preview } from './preview.ts'

/** The community's own picture, for all pages that have none of their own. */
export function previewHome(context: Context): Preview {
  return createPreview(context, {
    status: '',
    title: 'Take a quest, finish it, get paid.',
    figure: '',
    facts: [`Quests of ${communityName(context.config)}`],
    kind: 'website',
    path: '/',
    description: '',
    picture: '/og/home.png',
    instead: '',
  })
}
