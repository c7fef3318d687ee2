// What a program does with the types: it compiles if they say what the service answers.
import type { components, operations, paths } from "./types";

type Success<P extends keyof paths> =
    paths[P]["get"] extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;

const indicator: Success<"/en/data/{key}.json"> = {
    schemaVersion: "1.0",
    key: "usd",
    value: 1.7,
    valueRaw: 1.7,
    unit: "units",
    period: { label: "label", type: "daily", date: null },
    change: { mom: { abs: null, pct: null }, yoy: { abs: 0.5, pct: null } },
    sourceStatus: "verified",
};
const collection: Success<"/data.json"> = {
    schemaVersion: "1.0", asOf: "2026-11-20T09:00:00+00:00", sourceStatus: "verified", metrics: [indicator],
};
// @ts-expect-error a status is one of four words
const status: components["schemas"]["sourceStatus"] = "fresh";
// @ts-expect-error a figure is a number
const latest: Success<"/data/{key}/latest.json">["current"]["valueRaw"] = "1.7";
const query: NonNullable<operations["getHistoryInEnglish"]["parameters"]["query"]> = { from: "2025-Q3", to: "2026", last: 12 };
// @ts-expect-error this is what another service calls it
query.limit = 12;

export { collection, latest, query, status };
