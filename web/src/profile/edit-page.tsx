import { type Profile, ProfileChange } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Value } from 'typebox/value'
import { ApiKeys } from '../auth/api-keys.tsx'
import { ownProfile } from '../auth/own-profile.ts'
import { SignedIn, useSession } from '../auth/session.tsx'
import { Sessions } from '../auth/sessions.tsx'
import { useKept } from '../auth/use-kept.ts'
import { CodehostLink } from '../codehost/codehost-link.tsx'
import { FrozenNotice, HiddenNotice } from '../moderation/notices.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { EnsName } from './ens-name.tsx'
import { PasskeyCard } from './passkey-card.tsx'
import { PhotoField } from './photo-field.tsx'
import { YourData } from './your-data.tsx'

export function EditPage() {
  const { address } = useSession()
  return (
    <Page
      title={t`Your profile`}
      lead={t`Everybody can see what you write here.`}
      actions={
        address && (
          <>
            <LinkButton to="/notifications">
              <Trans>Notifications</Trans>
            </LinkButton>
            <LinkButton to="/profile/$address" params={{ address }}>
              <Trans>See it as others do</Trans>
            </LinkButton>
          </>
        )
      }
    >
      <SignedIn reason={t`Sign in to write your profile.`}>{address && <Edit address={address} />}</SignedIn>
    </Page>
  )
}

function Edit({ address }: { address: string }) {
  const { data, error, refetch } = useQuery({ ...ownProfile(address), refetchOnWindowFocus: false })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading your profile`} />
  return (
    <>
      <FrozenNotice />
      {data.hidden && (
        <HiddenNotice hidden={data.hidden} isOwn>
          <Trans>Others see your address alone. Nothing of what you wrote is deleted.</Trans>
        </HiddenNotice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <Words profile={data} />
        <div className="grid gap-6">
          <PasskeyCard />
          <CodehostLink profile={data} />
          <EnsName profile={data} />
          <Sessions />
          <ApiKeys />
          <YourData address={address} />
        </div>
      </div>
    </>
  )
}

const sentences: Record<string, string> = {
  '/farmerProfile/bio': t`At most 5,000 characters.`,
  '/farmerProfile/skills': t`At most 50 skills, each of at most 64 characters.`,
  '/farmerProfile/guild': t`At most 64 characters.`,
  '/giverProfile/organization': t`At most 200 characters.`,
  '/giverProfile/website': t`At most 500 characters.`,
  '/giverProfile/bio': t`At most 5,000 characters.`,
  '/profilePhoto': t`At most 500 characters.`,
  '/displayName': t`At most 40 letters, digits and signs in one line.`,
}

function Words({ profile }: { profile: Profile }) {
  const { farmerProfile: farmer, giverProfile: giver } = profile
  const [typed, setTyped] = useKept('profile', {
    name: profile.displayName ?? '',
    photo: profile.profilePhoto,
    listed: profile.listed,
    commands: profile.codehostCommands ?? false,
    vouched: profile.vouchedListed ?? true,
    bio: farmer.bio,
    skills: farmer.skills.join(', '),
    guild: farmer.guild ?? '',
    organization: giver.organization,
    website: giver.website,
    giverBio: giver.bio,
  })
  const change: ProfileChange = {
    // Kept texts of an earlier version have no name.
    displayName: typed.name?.trim() || null,
    profilePhoto: typed.photo.trim(),
    listed: typed.listed,
    codehostCommands: typed.commands ?? false,
    vouchedListed: typed.vouched ?? true,
    farmerProfile: {
      bio: typed.bio,
      skills: typed.skills.split(',').flatMap(skill => skill.trim() || []),
      guild: typed.guild.trim() || null,
    },
    giverProfile: {
      organization: typed.organization.trim(),
      website: typed.website.trim(),
      bio: typed.giverBio,
    },
  }
  const problems = problemsOf(change)
  const save = useAct(() => furrow.profile.change(change), {
    done: t`Your profile is saved.`,
    invalidate: [['profile'], ['profiles'], ['card'], ['leaderboard']],
  })
  const bind = (name: Exclude<keyof typeof typed, 'commands' | 'listed' | 'vouched'>) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (Object.keys(problems).length === 0) save.mutate()
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <Field
          label={t`Display name`}
          hint={t`Shown in quotes beside your picture: it proves nothing. A proved ENS name or account comes before it.`}
          error={problems['/displayName']}
        >
          {bound => <Input {...bound} {...bind('name')} autoComplete="nickname" />}
        </Field>
        <h2 className="text-xl font-semibold">
          <Trans>As a farmer</Trans>
        </h2>
        <Field label={t`About you`} error={problems['/farmerProfile/bio']}>
          {bound => <TextArea {...bound} {...bind('bio')} />}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t`Skills`} hint={t`Separated by commas.`} error={problems['/farmerProfile/skills']}>
            {bound => <Input {...bound} {...bind('skills')} />}
          </Field>
          <Field
            label={t`Guild`}
            hint={t`Your score counts for it.`}
            error={problems['/farmerProfile/guild']}
          >
            {bound => <Input {...bound} {...bind('guild')} />}
          </Field>
        </div>
        <PhotoField
          profile={profile}
          value={typed.photo}
          onText={photo => setTyped(before => ({ ...before, photo }))}
          error={problems['/profilePhoto']}
        />
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-moss"
            checked={typed.listed}
            onChange={event => setTyped({ ...typed, listed: event.target.checked })}
          />
          <Trans>Givers may find me in the directory of farmers</Trans>
        </label>
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-moss"
            checked={typed.commands ?? false}
            onChange={event => setTyped({ ...typed, commands: event.target.checked })}
          />
          <Trans>In issues, /take and /drop by my proved code-host account act for me</Trans>
        </label>
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-moss"
            checked={typed.vouched ?? true}
            onChange={event => setTyped({ ...typed, vouched: event.target.checked })}
          />
          <Trans>
            Once I was paid for proved work, other projects may find my account in this service’s list of
            vouched accounts
          </Trans>
        </label>
        <h2 className="border-t border-line pt-5 text-xl font-semibold">
          <Trans>As a giver</Trans>
        </h2>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t`Organization`} error={problems['/giverProfile/organization']}>
            {bound => <Input {...bound} {...bind('organization')} />}
          </Field>
          <Field label={t`Website`} error={problems['/giverProfile/website']}>
            {bound => <Input {...bound} type="url" placeholder="https://" {...bind('website')} />}
          </Field>
        </div>
        <Field label={t`About your projects`} error={problems['/giverProfile/bio']}>
          {bound => <TextArea {...bound} {...bind('giverBio')} />}
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The interface contract's objections to the change, by field. */
function problemsOf(change: ProfileChange): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { instancePath } of Value.Errors(ProfileChange, change))
    for (const [path, sentence] of Object.entries(sentences))
      if (instancePath.startsWith(path)) problems[path] = sentence
  const { website = '' } = change.giverProfile ?? {}
  if (website !== '' && !/^https?:\/\//.test(website))
    problems['/giverProfile/website'] = t`Begin it with https://.`
  return problems
}
