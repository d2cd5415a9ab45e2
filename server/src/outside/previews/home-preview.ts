import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { createPreview, type Preview } from './preview.ts'

export function previewHome(context: Context): Preview {
  return createPreview(context, {
    status: '',
    title: context.config.community.text ?? 'Take a quest, finish it, get paid.',
    figure: '',
    facts: [`Quests of ${communityName(context.config)}`],
    kind: 'website',
    path: '/',
    description: '',
    picture: '/og/home.png',
    instead: '',
  })
}
