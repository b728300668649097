/**
 * The events of the action log by their area, without those of ordinary entities. A test compares them with the events of
 * the program. Their texts stand in `action-log.event`.
 */
export const ACTION_EVENTS = {
  identity: [
    'signedIn',
    'signInRefused',
    'signedOut',
    'passwordChanged',
    'passwordReset',
    'codeSent',
    'passwordRecovered',
    'sessionRevoked',
    'sessionsEnded',
    'ssoLinked',
    'imageStored',
    'avatarChanged',
  ],
  organisation: [
    'staffAdded',
    'staffModified',
    'staffDisabled',
    'staffRestored',
    'staffLeft',
    'staffHandedOver',
    'staffRolesChanged',
    'staffSorted',
    'settingsChanged',
    'leadingChanged',
    'roleAdded',
    'roleEdited',
    'roleSorted',
    'roleRemoved',
    'staffWithdrawn',
    'enterpriseEdited',
    'enterpriseLimited',
    'enterpriseDisabled',
    'enterpriseEnabled',
  ],
  config: ['costAdded', 'costEdited', 'costRemoved', 'workingDaysChanged', 'workingWeekChanged'],
  projects: [
    'added',
    'edited',
    'archived',
    'unarchived',
    'managerTransferred',
    'memberAdded',
    'memberRemoved',
    'memberRolesChanged',
    'invited',
    'invitationAccepted',
    'invitationRefused',
    'invitationCancelled',
    'invitationExpired',
    'nonProjectAdded',
    'nonProjectEdited',
    'nonProjectClosed',
    'nonProjectReopened',
    'nonProjectDeleted',
  ],
  tasks: [
    'added',
    'edited',
    'deleted',
    'published',
    'republished',
    'paused',
    'reminded',
    'markedLongTerm',
    'unmarkedLongTerm',
    'started',
    'rejected',
    'submitted',
    'reviewReturned',
    'awaitingConfirmation',
    'notAccepted',
    'finished',
    'transferAsked',
    'transferAnswered',
    'executorLeft',
    'overdue',
  ],
  processes: [
    'started',
    'stageOpened',
    'turnOpened',
    'stageAdded',
    'seatPassed',
    'stagePassed',
    'seatTransferAsked',
    'seatTransferAnswered',
    'seatMoved',
    'seatStranded',
    'delegationUnresolved',
    'finished',
    'rejected',
    'paused',
    'resumed',
    'withdrawn',
    'republished',
    'cancelled',
    'reminded',
    'templateAdded',
    'templateEdited',
    'templateDeleted',
    'templateEnabled',
  ],
  delegations: ['added', 'edited', 'ended', 'refused'],
  opinions: ['raised', 'edited', 'deleted', 'replied', 'closed', 'kept', 'reopened'],
  files: [
    'stored',
    'deleted',
    'restored',
    'cleared',
    'folderAdded',
    'folderRenamed',
    'folderMoved',
    'renamed',
    'moved',
    'validitySet',
    'downloaded',
    'permissionSet',
  ],
  attachments: ['added', 'removed', 'restored', 'handedIn', 'viewpointsHandedIn', 'downloaded'],
  comments: ['added', 'edited', 'deleted'],
  model: ['parsing', 'parsed', 'failed', 'pictured'],
  viewpoint: ['added', 'edited', 'deleted', 'commented', 'commentDeleted'],
  notices: ['read', 'deleted', 'settingsChanged'],
  sheets: ['imported', 'importUndone'],
  demo: ['furnished'],
} as const;
export type ActionArea = keyof typeof ACTION_EVENTS;
export const ACTION_AREAS = Object.keys(ACTION_EVENTS) as [ActionArea, ...ActionArea[]];

const CHANGES = ['Added', 'Edited', 'Removed', 'Restored', 'Enabled', 'Disabled', 'Sorted'] as const;

/** Kinds of ordinary entities whose changes have composed texts (`action-log.entity`), by area. */
export const ENTITY_KINDS = {
  config: [
    'stage',
    'project_type',
    'label_group',
    'label',
    'secret_level',
    'company',
    'industry',
    'project_grade',
    'structure_type',
    'service_content',
    'profession',
    'position_title',
    'stask_type',
    'other_task',
    'folder_template',
  ],
  organisation: ['department', 'position', 'position_template', 'user_group'],
} as const;

const camel = (kind: string): string => kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export interface ActionWords {
  readonly key: string;
  /** The text key of the noun of an entity. */
  readonly noun?: string;
}

const WORDS: ReadonlyMap<string, ActionWords> = new Map<string, ActionWords>([
  ...Object.entries(ACTION_EVENTS).flatMap(([area, names]) =>
    names.map((name) => [`${area}.${name}`, { key: `action-log.event.${area}.${name}` }] as const),
  ),
  ...Object.entries(ENTITY_KINDS).flatMap(([area, kinds]) =>
    kinds.flatMap((kind) =>
      CHANGES.map(
        (change) =>
          [
            `${area}.${camel(kind)}${change}`,
            { key: `action-log.entity.${change.toLowerCase()}`, noun: `entities.one.${kind}` },
          ] as const,
      ),
    ),
  ),
]);

/** Every event with a text, by its name. */
export const actionEvents = (): string[] => [...WORDS.keys()];

/** The text keys of an event, or undefined for an unknown one. */
export const actionWords = (event: string): ActionWords | undefined => WORDS.get(event);
