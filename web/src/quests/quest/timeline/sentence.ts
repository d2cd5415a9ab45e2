import type { Quest, QuestEvent } from '@furrow/sdk'
import type { ReactNode } from 'react'

/** An event, and its quest. */
export type Told = { readonly event: QuestEvent; readonly quest: Quest }

export type Sentence = (told: Told) => ReactNode
