import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import type { PageHead } from '../../ground/http/page-head.ts'
import { type Card, digestOf, ownAccent } from './card.ts'
import { drawable } from './words.ts'

export type Preview = { readonly head: PageHead; readonly card: Card }

export type Said = Pick<Card, 'status' | 'title' | 'figure' | 'facts'> &
  Pick<PageHead, 'kind' | 'path' | 'description' | 'about'> & {
    readonly picture: string
    /** A word or two in place of a title with letters that cannot be drawn. */
    readonly instead: string
  }

export function createPreview({ config }: Context, said: Said): Preview {
  const { status, title, figure, facts, kind, path, description, picture, instead, about } = said
  const community = communityName(config)
  const card: Card = {
    community: drawable(community) ?? '',
    accent: config.community.accent ?? ownAccent,
    status,
    title: drawable(title) ?? instead,
    figure,
    facts: facts.flatMap(fact => drawable(fact) ?? []),
  }
  const says = [title, figure, status, ...facts].filter(part => part !== '').join(' · ')
  return {
    card,
    // Caches keep the old picture under its address: a changed one has another.
    head: {
      title,
      description,
      kind,
      path,
      picture: { path: `${picture}?v=${digestOf(card).slice(0, 8)}`, says },
      ...(about !== undefined && { about }),
    },
  }
}
