import type { DaoSettings } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Field, Input, Select, TextArea } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { settingWords } from './action-words.ts'
import { EditDialog } from './edit-dialog.tsx'

type RulesProps = { settings: DaoSettings; edits: boolean }

/** This community's rules for proposals and votes. */
export function Rules({ settings, edits }: RulesProps) {
  const { proposeBy, proposePoints, titleWeights, weights, ...others } = settings
  const shown = {
    ...others,
    proposeBy,
    weights,
    ...(proposeBy === 'points' && { proposePoints }),
    ...(weights === 'title' && { titleWeights }),
  }
  return (
    <Section className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">
          <Trans>Rules</Trans>
        </h2>
        {edits && <EditRules settings={settings} />}
      </div>
      <ul className="grid gap-1 text-sm text-muted">
        {settingWords(shown).map(words => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Section>
  )
}

const line = ({ title, weight }: { title: string; weight: number }) => `${title}: ${weight}`

/** Titles with a weight of their own: a line each, `Gardener: 3`. */
function readTitles(text: string): { title: string; weight: number }[] | null {
  const lines = text.split('\n').filter(part => part.trim() !== '')
  const read = lines.map(part => /^\s*(.+?)\s*:\s*(\d{1,7})\s*$/.exec(part))
  if (read.includes(null)) return null
  return read.map(found => ({ title: found?.[1] ?? '', weight: Number(found?.[2]) }))
}

function EditRules({ settings }: { settings: DaoSettings }) {
  const start = { ...settings, titles: settings.titleWeights.map(line).join('\n') }
  const [typed, setTyped] = useState(start)
  const titleWeights = readTitles(typed.titles)
  const set = (part: Partial<typeof start>) => setTyped({ ...typed, ...part })
  const number = (text: string, most: number) => Math.min(most, Math.max(0, Math.trunc(Number(text)) || 0))
  return (
    <EditDialog
      label={t`Edit the rules`}
      title={t`Rules`}
      description={t`For proposals from now on: those that are there keep theirs.`}
      onOpen={() => setTyped(start)}
      change={() => {
        const { titles: _, ...others } = typed
        return titleWeights === null ? null : { settings: { ...others, titleWeights } }
      }}
    >
      <Field label={t`Who may propose`}>
        {bound => (
          <Select
            {...bound}
            value={typed.proposeBy}
            onChange={({ target }) => set({ proposeBy: target.value as DaoSettings['proposeBy'] })}
          >
            <option value="anyone">
              <Trans>Anyone who is signed in</Trans>
            </option>
            <option value="members">
              <Trans>Members</Trans>
            </option>
            <option value="points">
              <Trans>Anyone with enough points this season</Trans>
            </option>
          </Select>
        )}
      </Field>
      {typed.proposeBy === 'points' && (
        <Field label={t`Points to propose`}>
          {bound => (
            <Input
              {...bound}
              inputMode="numeric"
              value={typed.proposePoints}
              onChange={({ target }) => set({ proposePoints: number(target.value, 1_000_000_000) })}
            />
          )}
        </Field>
      )}
      <Field label={t`Votes weigh`}>
        {bound => (
          <Select
            {...bound}
            value={typed.weights}
            onChange={({ target }) => set({ weights: target.value as DaoSettings['weights'] })}
          >
            <option value="one">
              <Trans>One each</Trans>
            </option>
            <option value="points">
              <Trans>By the season's points</Trans>
            </option>
            <option value="title">
              <Trans>By title</Trans>
            </option>
          </Select>
        )}
      </Field>
      {typed.weights === 'title' && (
        <Field
          label={t`Titles`}
          hint={t`A line each, such as “Gardener: 3”. Any other title weighs 1.`}
          error={titleWeights === null ? t`Write a title, a colon and a number in each line.` : undefined}
        >
          {bound => (
            <TextArea
              {...bound}
              rows={4}
              value={typed.titles}
              onChange={({ target }) => set({ titles: target.value })}
            />
          )}
        </Field>
      )}
      <Field label={t`Quorum, in percent of all votes`}>
        {bound => (
          <Input
            {...bound}
            inputMode="numeric"
            value={typed.quorum}
            onChange={({ target }) => set({ quorum: number(target.value, 100) })}
          />
        )}
      </Field>
      <Field label={t`Time for a veto, in hours`}>
        {bound => (
          <Input
            {...bound}
            inputMode="numeric"
            value={typed.vetoHours}
            onChange={({ target }) => set({ vetoHours: number(target.value, 720) })}
          />
        )}
      </Field>
    </EditDialog>
  )
}
