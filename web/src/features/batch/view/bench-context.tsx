/** The tool, the texts and the components that all parts of a batch page (workbench) use. */
import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import type { Cents } from '#shared/money.ts';
import type { BasicCard, BasicSettings } from '../cards/cards.ts';
import type { ShownItem } from '../cards/run.ts';
import type { BatchTool } from '../store/batch-tool.ts';
import type { AnyState, ToolState } from '../store/core.ts';

export type SettingsProps = {
  settings: BasicSettings;
  model: string;
  /** In the list of ratios, a label marks the ratio of this photo. */
  photo?: BasicCard['photo'];
  disabled: boolean;
  /** `chip` for cards and the toolbar. `field` with labels for sheets. */
  look: 'chip' | 'field';
  hasChevron?: boolean;
  onChange: (settings: Partial<BasicSettings>) => void;
};

export type PresetsProps = {
  /** The prompt that a preset replaces. */
  prompt: string;
  disabled: boolean;
  look: 'tile' | 'pill';
  /** `replacesText` is true if the preset replaces a prompt that the seller typed. */
  onChoose: (prompt: string, replacesText: boolean) => void;
};

/** One of the settings that can be applied to all cards. */
export type AppliedSetting = { field: string; label: string; icon: ReactNode; value: string };

/** Used if the balance does not cover the whole order: an order with fewer cards or with a cheaper model. */
export type CheaperModel = { name: string; total: Cents; note: string; choose: () => void };

export type FrameProps = { card: BasicCard; src: string; onStale?: (() => void) | undefined };

export type Bench = {
  kind: BatchKind;
  tool: BatchTool<AnyState, BatchItem>;
  needsPrompt: boolean;
  promptPlaceholder: string;
  /** A shorter placeholder for the small prompt of a card. */
  cardPlaceholder: string;
  aiWrite: { writeOne(cardId: string): Promise<void>; writeAll(cardIds: ReadonlySet<string>): Promise<void>; stopWriting(): void };
  title: string;
  subtitle: string;
  /** Shown while results are being made, because the seller cannot change anything during this time. */
  runningNote: string;
  /** Switches to the other page of the same kind. */
  pageSwitch?: ReactNode;
  /** Chooses the model, with its price. */
  Model: (props: { look: 'chip' | 'field'; disabled: boolean }) => ReactNode;
  Settings: (props: SettingsProps) => ReactNode;
  /** The settings as text: '9:16 · 8s · 1080p · audio off'. */
  settingsText: (card: BasicCard) => string;
  appliedSettings: (defaults: BasicSettings) => AppliedSetting[];
  /** The photo in the ratio of the result. `onStale` is called if the browser cannot load the photo. */
  Frame: (props: FrameProps) => ReactNode;
  /** Describes the areas that are added to the photo or cropped. */
  FrameNote: (props: { card: BasicCard; long?: boolean }) => ReactNode;
  /** The delivered result in the picture area (pane) of a card. */
  Result: (props: { item: ShownItem; onStale: () => void }) => ReactNode;
  /** Additional facts about a delivered result, for example that its crop failed. */
  ResultNote?: (props: { item: ShownItem }) => ReactNode;
  /** Presets with pictures, which write a prompt. */
  Presets?: (props: PresetsProps) => ReactNode;
  /** Sample styles, which write the bulk prompt. */
  Samples?: (props: { onClose?: () => void; isInSheet?: boolean; disabled: boolean }) => ReactNode;
  /** Examples of the results of the tool, for an empty page. If undefined, the page shows the sample products. */
  Examples?: () => ReactNode;
  /**
   * The properties that each result has, and that the feature `finish` can adapt. Before the order, the page compares them with the rules
   * of the seller's marketplaces.
   */
  expectedResult?: Probe;
  findCheaperModel?: (cards: readonly BasicCard[]) => CheaperModel | undefined;
};

export type BenchState = ToolState<AnyState, BatchItem>;

const BenchContext = createContext<Bench | undefined>(undefined);

export const BenchProvider = ({ bench, children }: { bench: Bench; children: ReactNode }) => (
  <BenchContext value={bench}>{children}</BenchContext>
);

/** @throws if there is no BenchProvider around the component. */
export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('useBench needs a BenchProvider around it');
  return bench;
}

/** Returns a part of the tool's state. The component renders again only if this part changes. */
export function useBenchState<Part>(select: (state: BenchState) => Part): Part {
  return useStore(useBench().tool.store, select);
}

/** Converts a tool to the common type of all tools. The shared components use only this type. */
export const asAnyTool = (tool: object): BatchTool<AnyState, BatchItem> => tool as BatchTool<AnyState, BatchItem>;
