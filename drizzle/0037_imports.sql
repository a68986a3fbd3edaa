CREATE TABLE "import_items" (
	"id" serial PRIMARY KEY NOT NULL,
	"import_id" integer NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"slug" text,
	"record_id" integer,
	"version" integer,
	"why" text,
	"lacks" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"host" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'read' NOT NULL,
	"found" jsonb NOT NULL,
	"skipped" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"run" jsonb,
	"origin" text DEFAULT '' NOT NULL,
	"user_id" integer,
	"username" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"alive_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"holder" text
);
--> statement-breakpoint
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_items_key" ON "import_items" USING btree ("import_id","type","key","language");--> statement-breakpoint
CREATE INDEX "import_items_state" ON "import_items" USING btree ("import_id","state","type","id");--> statement-breakpoint
CREATE INDEX "import_items_known" ON "import_items" USING btree ("type","key");--> statement-breakpoint
CREATE INDEX "import_items_record" ON "import_items" USING btree ("type","record_id");