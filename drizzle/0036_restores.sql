CREATE TABLE "restores" (
	"id" serial PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"fault" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"alive_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "restores_one_running" ON "restores" USING btree ("state") WHERE "restores"."state" = 'running';