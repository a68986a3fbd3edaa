import { useAtomValue } from 'jotai'
import { type ReactNode, type Ref, useState } from 'react'
import { useLocation } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import { send } from '#client/api-error'
import { Button } from '#ui/controls/buttons/button'
import { loadFailed } from '#ui/controls/states/states'
import { useRememberOpened, withoutField } from '#editing/last-opened'
import { ListSkeleton } from '#editing/lists/list-tools'
import { useText } from '#i18n/i18n'
import { ChecksButton } from '#records/checks/checks-button'
import { EditorDialog, type MayLeave } from '#records/editor/editor-dialog'
import type { FieldLocation } from '#records/editor/fields/field-location'
import { ShownLanguages, useShownLanguages, type Shown } from '#records/editor/languages/shown-languages'
import { blockNewsAtom } from '#records/editor/nested/block-stage'
import { ListingPreview, Preview } from '#records/editor/preview/preview'
import type { Editor } from '#records/editor/saving/use-editor'
import { PreviewPanel, SidePanel, SidePanelToggle, type Panel, useSidePanel } from '#records/editor/side-panel'
import { type Values, readPath } from '#records/editor/values/values'
import type { DescribedKind, RecordKind } from '#records/kind/record'
import { PresenceLine, usePresence } from '#records/presence/presence'
import { useRestoreVersion } from './history/use-restore-version'
import { type Living, RecordLife, useDiscardDraft } from './life/record-life'
import { StatusBadges } from './list/badges'
import { versionsOf, type Newest, type Versioned } from './life/write-record'
import { useSaveWords } from './life/save-words'
import { defaultLanguage } from '#i18n/language'
import { translatedNames } from '#records/kind/fields'

/** The visible parts of an editor: its tab, its languages, its panel, or its history instead of them. */
export function useEditorView(startsWithHistory = false, beside?: Panel) {
  const panel = useSidePanel(beside)
  const shownLanguages = useShownLanguages()
  const [tab, setTab] = useState<EditorTab>('editor')
  const [previewed, setPreviewed] = useState(shownLanguages.languages[0] ?? defaultLanguage)
  const [isHistory, setIsHistory] = useState(startsWithHistory)
  const isPreviewed = tab === 'preview' || (isTextTab(tab) && panel.isPreview)
  return { panel, shownLanguages, tab, setTab, isPreviewed, previewed, setPreviewed, isHistory, setIsHistory }
}

/** The tabs that have the panel beside them. */
const isTextTab = (tab: EditorTab) => tab === 'editor' || tab === 'source'

type LifeDialogProps<V extends Values, Edited> = {
  kind: DescribedKind
  title: string
  /** The name under which it is remembered as opened. */
  storedTitle: string
  view: ReturnType<typeof useEditorView>
  form: Editor<V>
  /** Absent before it is stored. */
  record: Living | undefined
  /** The title of its draft. */
  titleOf: (edited: Edited) => string
  /** The selected date of publication, for kinds that have one. */
  publishedAt?: string
  save: (way: 'draft' | 'publish') => void
  newest: Newest<Edited>
  /** Called when it was stored by other means than this form. */
  onTaken: (now: Edited) => void
  /** Absent if it cannot be unpublished. */
  onUnpublish?: () => void
  labelOf: (field: string) => string
  /** The fields of the main tab. */
  editor: ReactNode
  /** Its blocks are edited in the preview too. */
  hasBlocks?: boolean
  details?: ReactNode
  seo: ReactNode
  editorLabel: string
  /** A second view of the same values: the text that is stored. */
  source?: { label: string; content: ReactNode }
  renderHistory: (restoring: { isRestoring: boolean; onRestore: (version: number) => void }) => ReactNode
  preview: { values: object; labelOf: (path: string) => string; onPlace: (place: FieldLocation) => void }
  onClose: () => void
  leaving: Ref<MayLeave>
}

/** The editor of a record or a page: its texts, status, preview and history. */
export function LifeDialog<V extends Values, Edited extends Versioned>(props: LifeDialogProps<V, Edited>) {
  const { kind, view, form, record, save, newest, onTaken, onClose, leaving, labelOf } = props
  const { panel, tab, isHistory } = view
  const t = useText()
  const words = useSaveWords(record, props.publishedAt)
  useRememberEditor(record === undefined ? undefined : props.storedTitle)
  const pathOf = () => `/api${kind.api}/${record?.id}`
  const restoring = useRestoreVersion({
    restore: (version) =>
      newest.withNewest((from) =>
        send<Edited>('POST', `${pathOf()}/revisions/${version}/restore`, { version: versionsOf(from) }),
      ),
    textOf: ({ draft }) => t(draft ? 'history.restoredBeside' : 'history.restoredText'),
    fail: newest.fail,
    isDirty: form.isDirty,
    onRestored: (now) => {
      onTaken(now)
      view.setIsHistory(false)
    },
  })
  const discarding = useDiscardDraft({ pathOf, titleOf: props.titleOf, newest, onDiscarded: onTaken })
  const onHistory = () => {
    view.setIsHistory(true)
    // After closing the history the text is visible, not the sheet.
    if (panel.isSheet) panel.show(false)
  }
  return (
    <>
      <EditorDialog
        {...{ kind, form, tab }}
        title={props.title}
        tools={<Tools kind={kind} record={record} view={view} />}
        aside={
          <Beside
            {...props}
            life={
              record && (
                <RecordLife
                  {...{ kind, record, onHistory }}
                  isBusy={form.isPending || restoring.isPending}
                  isUnpublishing={form.pendingWay === 'unpublish'}
                  onDiscardDraft={discarding.ask}
                  onUnpublish={props.onUnpublish}
                />
              )
            }
          />
        }
        view={
          record &&
          isHistory && (
            <UserRegion
              loading={<ListSkeleton label={t('editing.loading')} />}
              failed={loadFailed('editing.loadFailed')}
            >
              {props.renderHistory({ isRestoring: restoring.isPending, onRestore: restoring.restore })}
            </UserRegion>
          )
        }
        onSave={() => save('publish')}
        checks={
          <ChecksButton
            kind={kind.name}
            id={record?.id}
            values={props.preview.values}
            labelOf={labelOf}
            onPlace={props.preview.onPlace}
          />
        }
        saveLabel={words.label}
        saveHint={words.hint}
        draft={{
          onSave: () => save('draft'),
          label: t('life.saveDraft'),
          hint: words.draftHint,
          isPending: form.pendingWay === 'draft',
        }}
        {...{ onClose, leaving, labelOf }}
        onPlace={props.preview.onPlace}
        onPreview={(language) => {
          view.setPreviewed(language)
          if (!view.isPreviewed) view.setTab('preview')
        }}
        onTab={view.setTab}
        tabs={[
          { id: 'editor', label: props.editorLabel, content: props.editor, staysMounted: props.hasBlocks },
          ...(props.source ? [{ id: 'source' as const, ...props.source }] : []),
          {
            id: 'seo',
            label: t('editing.seoTab'),
            content: (
              <>
                {props.seo}
                {tab === 'seo' && (
                  <ListingPreview
                    previewed={{ kind: kind.name, id: record?.id }}
                    values={props.preview.values}
                    languages={view.shownLanguages.languages}
                  />
                )}
              </>
            ),
          },
          {
            id: 'preview',
            label: t('resource.previewTab'),
            content: <Previewed {...props} />,
          },
        ]}
      />
      {restoring.question}
      {discarding.question}
    </>
  )
}

/** A new record has no address of its own until it is stored. */
function useRememberEditor(title: string | undefined): void {
  const { pathname, search } = useLocation()
  const isNew = new URLSearchParams(search).has('new')
  useRememberOpened(withoutField(pathname + search), isNew ? undefined : title)
}

/** The panel beside the text: its preview, or its details and status. */
function Beside<V extends Values, Edited>({ life, ...props }: LifeDialogProps<V, Edited> & { life: ReactNode }) {
  const { panel, tab } = props.view
  if (!isTextTab(tab)) return null
  if (panel.isPreview)
    return (
      <PreviewPanel>
        <Previewed {...props} />
      </PreviewPanel>
    )
  if (!panel.isOpen) return null
  return (
    <SidePanel panel={panel}>
      {props.details}
      {life}
    </SidePanel>
  )
}

function Previewed<V extends Values, Edited>({ kind, record, view, preview }: LifeDialogProps<V, Edited>) {
  return (
    <Preview
      values={preview.values}
      places={preview}
      previewed={{ kind: kind.name, id: record?.id }}
      isBeside={isTextTab(view.tab)}
      language={view.previewed}
      onLanguage={view.setPreviewed}
    />
  )
}

/** What the last action on a block did. */
function BlockNews() {
  return <output className="visually-hidden">{useAtomValue(blockNewsAtom)}</output>
}

type ToolsProps = Pick<LifeDialogProps<Values, Versioned>, 'kind' | 'record' | 'view'>

/** The head of the editor: other people who have it open, the status, and the choice of the view. */
function Tools({ kind, record, view }: ToolsProps) {
  const t = useText()
  const others = usePresence(kind.name, record?.id)
  const { shown, choices, choose } = view.shownLanguages
  return (
    <>
      <BlockNews />
      {record && <PresenceLine others={others} />}
      {view.isHistory ? (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what was pressed is gone
        <Button autoFocus onPress={() => view.setIsHistory(false)}>
          {t('history.back')}
        </Button>
      ) : (
        <>
          {record && (
            <div className="edit-standing">
              <StatusBadges record={record} isWhole />
            </div>
          )}
          {view.tab !== 'preview' && view.tab !== 'source' && (
            <ShownLanguages shown={shown} choices={choices} onChoose={choose} />
          )}
          {isTextTab(view.tab) && <SidePanelToggle panel={view.panel} />}
        </>
      )}
    </>
  )
}

/** `source`: the stored text itself, for kinds that show it. */
export type EditorTab = 'editor' | 'source' | 'seo' | 'preview'
/** How many of the fields are in the panel. */
type InPanel = 'none' | 'some' | 'all'

/** Where to show fields in the editor: in which tab, in which languages, and whether in the panel. */
export function locateFields(
  { aside, fields: declared }: Pick<RecordKind, 'aside' | 'fields'>,
  fields: string[],
  shown: Shown,
): { tab: EditorTab; shown: Shown; inPanel: InPanel } {
  const paths = fields.map(readPath)
  const names = paths.map(({ name }) => name)
  const isSeo = (name: string) => name.startsWith('metadata')
  const isAside = (name: string) => name === 'slug' || aside.includes(name)
  const isText = (name: string) => isSeo(name) || translatedNames(declared).includes(name)
  // Untranslated fields are shown with each language.
  const needed = new Set(
    paths.flatMap(({ language, name }) => (language !== defaultLanguage || isText(name) ? [language] : [])),
  )
  const [wanted = defaultLanguage, ...more] = needed
  const isHidden = shown !== 'both' && [...needed].some((language) => language !== shown)
  return {
    tab: names.every(isSeo) ? 'seo' : 'editor',
    shown: !isHidden ? shown : more.length > 0 ? 'both' : wanted,
    inPanel: names.every(isAside) ? 'all' : names.some(isAside) ? 'some' : 'none',
  }
}
