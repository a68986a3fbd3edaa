CREATE TABLE "newsletter_letters" (
	"id" serial PRIMARY KEY NOT NULL,
	"newsletter_id" integer NOT NULL,
	"subscriber_id" integer NOT NULL,
	"language" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"outbox_id" integer,
	"unsubscribed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "newsletter_letters_reader" UNIQUE("newsletter_id","subscriber_id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_runs" (
	"newsletter_id" integer PRIMARY KEY NOT NULL,
	"send_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"templates" jsonb
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" serial PRIMARY KEY NOT NULL,
	"post" integer NOT NULL,
	"subject" jsonb,
	"introduction" jsonb,
	"audience" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"send_at" timestamp (3) with time zone,
	"total" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"bounced" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_pace" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"next_letter_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_pace_one_row" CHECK ("mail_pace"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "waitlist_links" ADD COLUMN "news" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_links" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "waitlist_subscribers" ADD COLUMN "news" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_subscribers" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_letters" ADD CONSTRAINT "newsletter_letters_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_runs" ADD CONSTRAINT "newsletter_runs_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_letters_state" ON "newsletter_letters" USING btree ("newsletter_id","state","id");--> statement-breakpoint
CREATE INDEX "newsletter_letters_outbox" ON "newsletter_letters" USING btree ("outbox_id");--> statement-breakpoint
CREATE INDEX "newsletter_letters_unsubscribed" ON "newsletter_letters" USING btree ("newsletter_id") WHERE "newsletter_letters"."unsubscribed";--> statement-breakpoint
UPDATE "waitlist_subscribers" SET "language" = "first"."language" FROM (SELECT DISTINCT ON ("subscriber_id") "subscriber_id", "language" FROM "waitlist_links" ORDER BY "subscriber_id", "created_at") AS "first" WHERE "first"."subscriber_id" = "waitlist_subscribers"."id";
